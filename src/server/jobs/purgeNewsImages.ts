/**
 * Removes the pictures of articles that can no longer be restored, and images that no article has used for `unusedImageDays`. A draft counts
 * as an article. The bytes are removed by removeOrphans.ts. Safe to run on several servers at once, and while articles are saved.
 */
import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, not, notExists, type SQL, sql } from 'drizzle-orm'
import { undoHours } from '../../contract/crud.ts'
import { unusedImageDays } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { auditEntries, files, news, newsImages, newsImageUses } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'

export async function purgeNewsImages({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await purgeGoneArticles(db, now)
  await db
    .update(newsImages)
    .set({ unusedSince: null })
    .where(and(isNotNull(newsImages.unusedSince), isUsed(db)))
  await db
    .update(newsImages)
    .set({ unusedSince: now })
    .where(and(isNull(newsImages.unusedSince), not(isUsed(db))))
  await deleteUnused(db, lt(newsImages.unusedSince, new Date(now.getTime() - unusedImageDays * 24 * hourMs)))
}

/** The article itself stays, as every deleted record does. */
async function purgeGoneArticles(db: Database, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    const gone = await transaction
      .select({ id: news.id })
      .from(news)
      .where(and(isGone(transaction, now), hasPictures(transaction)))
      .for('update')
    if (gone.length === 0) return
    const ids = gone.map(({ id }) => id)
    const isOfGone = inArray(newsImageUses.newsId, ids)
    const images = (await transaction.select({ id: newsImageUses.imageId }).from(newsImageUses).where(isOfGone)).map(({ id }) => id)
    await transaction.delete(newsImageUses).where(isOfGone)
    const thumbnails = transaction.select({ id: news.thumbnailFileId }).from(news).where(inArray(news.id, ids))
    await transaction.delete(files).where(inArray(files.id, thumbnails))
    await transaction.update(news).set({ smallThumbnail: null }).where(inArray(news.id, ids))
    await deleteUnused(transaction, inArray(newsImages.id, images))
  })
}

/** Deleted, and the time in which it can be restored is over. */
function isGone(db: Database, now: Date): SQL | undefined {
  const isDeletion = and(eq(auditEntries.entity, 'news'), eq(auditEntries.recordId, news.id), eq(auditEntries.action, 'delete'))
  const deletedLately = db
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(and(isDeletion, gt(auditEntries.date, new Date(now.getTime() - undoHours * hourMs))))
  return and(news.isDeleted, notExists(deletedLately))
}

function hasPictures(db: Database): SQL | undefined {
  const uses = db
    .select({ one: sql`1` })
    .from(newsImageUses)
    .where(eq(newsImageUses.newsId, news.id))
  return sql`(${isNotNull(news.smallThumbnail)} or ${isNotNull(news.thumbnailFileId)} or ${exists(uses)})`
}

/** SQL condition on `newsImages`. */
function isUsed(db: Database): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(newsImageUses)
      .where(eq(newsImageUses.imageId, newsImages.id)),
  )
}

/** Locks before it looks for uses: an article that is being saved either has its use committed by then, or finds no image. */
async function deleteUnused(db: Database, where: SQL): Promise<void> {
  await db.transaction(async (transaction) => {
    const held = await transaction.select({ id: newsImages.id }).from(newsImages).where(where).for('update')
    const ids = held.map(({ id }) => id)
    if (ids.length === 0) return
    const unused = transaction
      .select({ id: newsImages.fileId })
      .from(newsImages)
      .where(and(inArray(newsImages.id, ids), not(isUsed(transaction))))
    await transaction.delete(files).where(inArray(files.id, unused))
  })
}
