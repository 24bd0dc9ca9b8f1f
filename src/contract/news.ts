/** An article that the maker publishes. Drafts and published articles have the same form. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { hasContent } from './article.ts'
import { byId, removeCalls, saveCalls, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { endpoint, fileAnswer, publishers } from './endpoint.ts'
import { booleanText, id, instant, storable, text, upload } from './fields.ts'
import { jsonMaxBytes, newsContentMaxBytes, newsImageMaxBytes, newsThumbnailMaxBytes, titleMaxLength } from './rules.ts'
import { tableCalls } from './table.ts'

/** The types of a thumbnail and of an image in an article, by their first bytes. */
export const newsThumbnailTypes = ['image/png', 'image/jpeg'] as const
export const newsImageTypes = [...newsThumbnailTypes, 'image/webp'] as const
export type NewsImageType = (typeof newsImageTypes)[number]

const about = {
  title: v.string(),
  /** True: published, false: a draft. */
  status: v.boolean(),
  lastModifDate: instant,
  /** Addition: since when readers see it; null for a draft. */
  publishedAt: v.nullable(instant),
  /** Addition: when a draft is published by itself; null if it is not. */
  publishAt: v.nullable(instant),
}

/** `thumbnail` is a small WebP image in base64, cut to 3:2. */
const newsRow = v.object({ id, ...about, thumbnail: v.nullable(v.string()), isDeleted: v.boolean() })
export type NewsRow = v.InferOutput<typeof newsRow>

const shownNews = v.object({
  ...shownRecord,
  ...about,
  /** HTML, as contract/article.ts allows it. */
  content: v.string(),
  /** In base64, as uploaded. */
  thumbnail: v.nullable(v.string()),
  /** Addition. */
  thumbnailType: v.nullable(v.picklist(newsThumbnailTypes)),
})
export type ShownNews = v.InferOutput<typeof shownNews>

/** Browsers send line breaks in forms as CR LF, and parse them in HTML as LF. */
const content = v.pipe(
  v.string(),
  storable,
  v.transform((html) => html.replaceAll(/\r\n?/g, '\n')),
  v.maxBytes(newsContentMaxBytes, 'text.too.long.error' satisfies ErrorCode),
  v.check(hasContent, 'news.content.missing.error' satisfies ErrorCode),
)

const thumbnail = v.optional(
  v.pipe(
    upload(),
    v.check(({ size }) => size <= newsThumbnailMaxBytes, 'thumbnail.too.large.error' satisfies ErrorCode),
  ),
)

/**
 * `thumbnail.invalid.error` on `thumbnail` if its content is neither PNG nor JPEG, whatever its name. `publishAt`, an addition, publishes a
 * draft by itself at that time; empty, it does so no more, and left out, the stored time stays. `date.past.error` on it for a time that is
 * over, or more than a year away.
 */
const form = {
  title: text(titleMaxLength),
  content,
  published: booleanText,
  publishAt: v.optional(v.union([v.literal(''), instant])),
  thumbnail,
}

export const news = {
  ...tableCalls('news', {
    audience: publishers,
    row: newsRow,
    sortable: ['title', 'status', 'lastModifDate'],
    exported: ['title', 'status', 'lastModifDate'],
  }),

  get: endpoint({
    method: 'GET',
    path: '/news/{id}',
    audience: publishers,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownNews,
  }),

  /**
   * Stores an image for an article and returns its address, relative to the origin. It is removed `unusedImageDays` after no article uses
   * it. Large images are made smaller, and what a camera notes in them (place, owner) is removed. `image.invalid.error` on `image`.
   */
  postTempImage: endpoint({
    method: 'POST',
    path: '/news/postTempImage',
    audience: publishers,
    body: 'multipart',
    // Some more than an image may have, so that one that is slightly too large gets words.
    maxBytes: 2 * newsImageMaxBytes,
    request: v.strictObject({
      image: v.pipe(
        upload(),
        v.check(({ size }) => size <= newsImageMaxBytes, 'image.too.large.error' satisfies ErrorCode),
      ),
    }),
    response: v.object({ url: v.string() }),
    isIdempotentByKey: true,
  }),

  /** An image of an article, for everybody: an `<img>` carries no token. Its address cannot be guessed and never changes. */
  getImage: endpoint({
    method: 'GET',
    path: '/news/image/{token}',
    audience: 'anyone',
    isReadOnly: true,
    body: 'none',
    params: v.strictObject({ token: v.string() }),
    response: fileAnswer,
  }),

  /**
   * HTML that is not allowed is removed from `content`. `update` without `thumbnail` keeps the stored one, unless `removeThumbnail`, an
   * addition, is true. `news.published.error` if a published article would become a draft.
   */
  ...saveCalls(
    'news',
    publishers,
    {
      create: v.strictObject(form),
      update: editForm({ ...form, removeThumbnail: v.optional(booleanText) }),
    },
    {
      body: 'multipart',
      maxTextBytes: newsContentMaxBytes + jsonMaxBytes,
      // Some more than a thumbnail may have, so that one that is slightly too large gets words.
      maxBytes: newsContentMaxBytes + 4 * newsThumbnailMaxBytes,
    },
  ),
  ...removeCalls('news', publishers),
}
