import { eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { contract } from '../../../contract/contract.ts'
import type { Upload } from '../../../contract/fields.ts'
import { news as calls, type NewsRow } from '../../../contract/news.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, news as table } from '../../db/tables.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { createRecord, findRecordMeta, removeHandlers } from '../../records/changeRecord.ts'
import { folded, foldedOrder } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter } from '../../records/listFilters.ts'
import { type FormKind, saveForm } from '../../records/saveForm.ts'
import { nameWithHash } from '../../records/storedFields.ts'
import { findImage, insertImage, setImageUses } from './articleImages.ts'
import { findArticle, readThumbnail } from './findArticle.ts'
import { publicationOf, setDue, shownPublication } from './publication.ts'
import { sanitizeContent } from './sanitizeContent.ts'
import { storeImage, storeThumbnail, type Storing } from './storeImage.ts'

/** The trail keeps how long the content is, not the content: megabytes of HTML in each entry would help nobody. */
export const newsKind: FormKind<RecordField<'news'>> = {
  entity: 'news',
  table,
  form: { request: calls.update.request },
  fields: {
    title: table.title,
    content: { column: table.content, describe: (html) => describeContent(String(html)) },
    published: table.isPublished,
    // Not as a column of the form, which would hold a day alone.
    publishAt: { read: async (db, id) => (await findArticle(db, id)).article.publishAt?.toISOString() ?? null },
    thumbnail: { read: async (db, id) => nameWithHash((await findArticle(db, id)).thumbnail) },
  },
}

export const newsList: ListSource<NewsRow> = {
  table,
  searched: { text: folded(sql`' ' || ${table.title}`), name: foldedOrder(table.title) },
  sorts: () => ({ title: foldedOrder(table.title), status: table.isPublished, lastModifDate: table.lastModifDate }),
  filters: () => [booleanFilter('status', table.isPublished), dateFilter('lastModifDate', table.lastModifDate)],
  async find(db, ids) {
    const { id, title, isPublished, publishedAt, publishAt, lastModifDate, smallThumbnail: thumbnail, isDeleted } = table
    const rows = await db
      .select({ id, title, isPublished, publishedAt, publishAt, lastModifDate, thumbnail, isDeleted })
      .from(table)
      .where(inArray(id, [...ids]))
    return rows.map((row) => Object.assign(row, shownValues(row)))
  },
}

export const news: HandlersOf<typeof contract.news> = {
  ...listHandlers(newsList, calls),
  ...exportHandlers(newsList, {
    list: 'news',
    columns: {
      title: ({ title }) => title,
      status: ({ status }) => status,
      lastModifDate: { is: 'instant', at: ({ lastModifDate }) => lastModifDate },
    },
  }),

  async get({ params, db, storage, now }) {
    const { article, thumbnail } = await findArticle(db, params.id)
    return {
      ...article,
      ...(await findRecordMeta(db, newsKind, article, now)),
      tostring: article.title,
      ...shownValues(article),
      ...(await readThumbnail(storage, thumbnail)),
    }
  },

  async postTempImage({ body: { image }, ...call }) {
    const insertFile = await storeImage(call, image)
    return call.runIdempotent(async (db) => ({ url: await insertImage(db, insertFile, call.now) }))
  },

  async getImage({ params, db }) {
    const image = await findImage(db, params.token)
    if (image === undefined) throw new AppError('resource.not.found')
    return image
  },

  async create({ body: { title, content: given, thumbnail: upload, ...asked }, ...call }) {
    const content = await sanitizeContent(given, call.user.id)
    const thumbnail = await storeGiven(call, upload)
    return createRecord(call, newsKind, async (db) => {
      const publication = publicationOf(asked, null, call.now)
      const values = { title, content, ...publication, lastModifDate: call.now, ...(await thumbnail?.(db)) }
      const created = single(await db.insert(table).values(values).returning({ id: table.id }))
      await setDue(db, created.id, publication)
      await setImageUses(db, created.id, content)
      return created
    })
  },

  async update({ body, ...call }) {
    const { content: given, thumbnail: upload, removeThumbnail = false } = body
    const { id } = call.params
    // What nobody edited is stored as it was, whatever the sanitiser does today.
    const { article: known } = await findArticle(call.db, id)
    const sent = { ...body, content: given === known.content ? given : await sanitizeContent(given, call.user.id) }
    const thumbnail = (await storeGiven(call, upload)) ?? (removeThumbnail ? noThumbnail : undefined)
    return saveForm({ ...call, body: sent }, newsKind, async (db, { title, content, ...asked }) => {
      const { article: before } = await findArticle(db, id)
      if (before.isPublished && !asked.published) throw new AppError('news.published.error')
      const publication = publicationOf(asked, before, call.now)
      const values = { title, content, ...publication, lastModifDate: call.now, ...(await thumbnail?.(db)) }
      await db.update(table).set(values).where(eq(table.id, id))
      await setDue(db, id, publication)
      // The bytes are removed by jobs/removeOrphans.ts.
      if (thumbnail !== undefined && before.thumbnailFileId !== null) await db.delete(files).where(eq(files.id, before.thumbnailFileId))
      await setImageUses(db, id, content)
    })
  },

  ...removeHandlers(newsKind, {
    // What was due meanwhile is published by a person.
    async afterRestore({ params: { id }, now }, db) {
      const { publishAt } = (await findArticle(db, id)).article
      const publication = { publishAt: publishAt !== null && publishAt > now ? publishAt : null }
      await db.update(table).set(publication).where(eq(table.id, id))
      await setDue(db, id, publication)
    },
  }),
}

type Dated = Pick<typeof table.$inferSelect, 'isPublished' | 'lastModifDate' | 'publishedAt' | 'publishAt'>

function shownValues(row: Dated) {
  return { status: row.isPublished, lastModifDate: row.lastModifDate.toISOString(), ...shownPublication(row) }
}

/** "1234 characters (SHA-256 …)" */
function describeContent(html: string): string {
  const text = html.replaceAll(/<[^<>]*>/g, '')
  return `${text.length} characters (SHA-256 ${createHash('sha256').update(html).digest('hex')})`
}

type ThumbnailColumns = Pick<typeof table.$inferSelect, 'thumbnailFileId' | 'smallThumbnail'>

async function noThumbnail(): Promise<ThumbnailColumns> {
  return { thumbnailFileId: null, smallThumbnail: null }
}

/** Stores the bytes, and returns what inserts their row and gives the columns of the article. */
async function storeGiven(call: Storing, upload: Upload | undefined) {
  if (upload === undefined) return undefined
  const { insertFile, small } = await storeThumbnail(call, upload)
  return async (db: Database): Promise<ThumbnailColumns> => ({ thumbnailFileId: await insertFile(db), smallThumbnail: small })
}
