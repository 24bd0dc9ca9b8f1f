import { and, eq, lte, not, sql } from 'drizzle-orm'
import { news as table } from '../../db/tables.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import type { ServerContext } from '../../serverContext.ts'
import { newsKind } from './handlers.ts'

/** Publishes a draft whose time has come by the database's clock; one that was scheduled anew meanwhile, or deleted, stays as it is. */
export async function publishDue({ db, clock, log }: Pick<ServerContext, 'db' | 'clock' | 'log'>, newsId: number): Promise<void> {
  const isDue = and(eq(table.id, newsId), not(table.isDeleted), not(table.isPublished), lte(table.publishAt, sql`now()`))
  const isPublished = await db.transaction(async (transaction) => {
    const [due] = await transaction.select({ id: table.id }).from(table).where(isDue).for('update')
    if (due === undefined) return false
    const now = clock()
    const values = { isPublished: true, publishedAt: now, publishAt: null, lastModifDate: now }
    await changeOthers(transaction, newsKind, { user: null, now, ids: [newsId] }, async () => {
      await transaction.update(table).set(values).where(eq(table.id, newsId))
    })
    return true
  })
  if (isPublished) log.info({ newsId }, 'a scheduled article was published')
}
