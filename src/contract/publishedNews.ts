/** The articles that are published, as everybody reads them who is signed in: an addition. Staff write them by news.ts. */
import * as v from 'valibot'
import { byId } from './crud.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, idText, instant } from './fields.ts'
import { newsThumbnailTypes } from './news.ts'

const about = {
  id,
  title: v.string(),
  publishedAt: instant,
  /** Also true of what was published before the reader's account existed. */
  isRead: v.boolean(),
}

/** `thumbnail` is a small WebP image in base64, cut to 3:2. */
const publishedRow = v.object({ ...about, thumbnail: v.nullable(v.string()) })
export type PublishedRow = v.InferOutput<typeof publishedRow>

const publishedArticle = v.object({
  ...about,
  /** HTML, as contract/article.ts allows it. */
  content: v.string(),
  /** In base64, as uploaded. */
  thumbnail: v.nullable(v.string()),
  thumbnailType: v.nullable(v.picklist(newsThumbnailTypes)),
})
export type PublishedArticle = v.InferOutput<typeof publishedArticle>

/** Each customer gets the same articles: seeing them as one of them tells nothing that the security log should keep. */
const shared = { audience: everyRole, isReadOnly: true, viewedAs: null, body: 'none' } as const

export const publishedNews = {
  /** `publishedPageSize` articles, newest first; with `before`, those that follow the article with this id. */
  getPage: endpoint({
    ...shared,
    method: 'GET',
    path: '/publishedNews/getPage',
    query: v.strictObject({ before: v.optional(idText) }),
    response: v.object({
      articles: v.array(publishedRow),
      /** The `before` of the next page; null if this is the last one. */
      next: v.nullable(id),
    }),
  }),

  countUnread: endpoint({
    ...shared,
    method: 'GET',
    path: '/publishedNews/countUnread',
    response: v.object({ total: v.number() }),
  }),

  /** `resource.not.found` for a draft, and for what was deleted. */
  get: endpoint({ ...shared, method: 'GET', path: '/publishedNews/{id}', params: byId, response: publishedArticle }),

  /** The caller has read it. Doing it again changes nothing. `resource.not.found` as `get`. */
  markRead: endpoint({
    method: 'POST',
    path: '/publishedNews/{id}/markRead',
    audience: everyRole,
    body: 'none',
    params: byId,
    response: v.object({}),
  }),
}
