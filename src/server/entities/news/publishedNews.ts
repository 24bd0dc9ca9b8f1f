/** The published articles, for readers. Staff's calls are in handlers.ts. */
import { and, count, desc, eq, exists, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { publishedPageSize } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { news as table, newsReads, users } from '../../db/tables.ts'
import { findArticle, readThumbnail } from './findArticle.ts'
import { publishedSince } from './publication.ts'

const isShown = and(table.isPublished, not(table.isDeleted))
const row = { id: table.id, title: table.title, publishedAt: publishedSince }

export const publishedNews: HandlersOf<typeof contract.publishedNews> = {
  async getPage({ query: { before }, db, user }) {
    const rows = await db
      .select({ ...row, isRead: isReadBy(db, user.id), thumbnail: table.smallThumbnail })
      .from(table)
      .where(and(isShown, before === undefined ? undefined : followsArticle(db, before)))
      .orderBy(desc(publishedSince), desc(table.id))
      .limit(publishedPageSize + 1)
    const articles = rows.slice(0, publishedPageSize)
    return {
      articles: articles.map((article) => Object.assign(article, { publishedAt: article.publishedAt.toISOString() })),
      next: rows.length > publishedPageSize ? (articles.at(-1)?.id ?? null) : null,
    }
  },

  async countUnread({ db, user }) {
    const unread = and(isShown, not(isReadBy(db, user.id)))
    return single(await db.select({ total: count() }).from(table).where(unread))
  },

  async get({ params: { id }, db, user, storage }) {
    const [about] = await db
      .select({ ...row, isRead: isReadBy(db, user.id) })
      .from(table)
      .where(and(eq(table.id, id), isShown))
    if (about === undefined) throw new AppError('resource.not.found')
    const { article, thumbnail } = await findArticle(db, id)
    const publishedAt = about.publishedAt.toISOString()
    return { ...about, publishedAt, content: article.content, ...(await readThumbnail(storage, thumbnail)) }
  },

  async markRead({ params: { id: newsId }, db, user }) {
    const isThere = (await db.$count(table, and(eq(table.id, newsId), isShown))) > 0
    if (!isThere) throw new AppError('resource.not.found')
    await db.insert(newsReads).values({ userId: user.id, newsId }).onConflictDoNothing()
    return {}
  },
}

/** SQL: it is older than this article, also if that was deleted meanwhile. */
function followsArticle(db: Database, id: number): SQL {
  const that = db.select({ publishedAt: publishedSince, id: table.id }).from(table).where(eq(table.id, id))
  return sql`(${publishedSince}, ${table.id}) < ${that}`
}

/** SQL: the reader has opened it, or it was published before their account existed. */
function isReadBy(db: Database, userId: number): SQL<boolean> {
  const opened = db
    .select({ one: sql`1` })
    .from(newsReads)
    .where(and(eq(newsReads.userId, userId), eq(newsReads.newsId, table.id)))
  const since = db.select({ since: users.since }).from(users).where(eq(users.id, userId))
  return sql<boolean>`${or(exists(opened), lt(publishedSince, since))}`
}
