/**
 * Tells owners once by mail of a release that they are offered by now, for whatever reason: a step, a larger share, a group, a new detector. A
 * kept row decides who had the mail. Knows no mail's text; what is not offered any more when its mail is sent, is not sent
 * (delivery/releaseFacts.ts).
 */
import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { releaseMails, releases, userProducts } from '../../db/tables.ts'
import { queueForOwners, spacingMs } from '../../messages/queueMessage.ts'
import type { ServerContext } from '../../serverContext.ts'
import { findOfferedUpdates } from '../userProduct/offeredUpdates.ts'
import { findCandidates, findNews } from './findNews.ts'

/** How many detectors one transaction looks at. */
const defaultBatch = 500

export async function announceReleases(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  signal: AbortSignal,
  batch = defaultBatch,
): Promise<void> {
  // Those who are mailed follow one another over all batches, so that the codes and links that people wait for are sent in between.
  let mailed = 0
  for (const news of await findNews(db)) {
    for (let afterId: number | undefined = 0; afterId !== undefined;) {
      signal.throwIfAborted()
      const ids = await findCandidates(db, news, afterId, batch)
      if (ids.length > 0) mailed += await db.transaction((transaction) => announce(transaction, ids, { now: clock(), mailed }))
      afterId = ids.at(-1)
    }
  }
}

/** Returns how many mails it has added. */
async function announce(
  db: Database,
  userProductIds: readonly number[],
  { now, mailed }: { readonly now: Date; readonly mailed: number },
): Promise<number> {
  const offered = await findOfferedUpdates(db, inArray(userProducts.id, [...userProductIds]))
  const loud = await db.select({ id: releases.id }).from(releases).where(eq(releases.mailsOwners, true))
  const isLoud = new Set(loud.map(({ id }) => id))
  let added = 0
  for (const [releaseId, its] of Map.groupBy(offered, (one) => one.releaseId)) {
    if (!isLoud.has(releaseId)) continue
    const owners = new Set(its.map(({ userId }) => userId))
    const rows = [...owners].map((userId) => ({ releaseId, userId, date: now }))
    const kept = await db.insert(releaseMails).values(rows).onConflictDoNothing().returning({ userId: releaseMails.userId })
    const template = its.some(({ isBeta }) => isBeta) ? 'betaOffered' : 'releaseOffered'
    const first = new Date(now.getTime() + (mailed + added) * spacingMs)
    await queueForOwners(
      db,
      { template, releaseId },
      kept.map(({ userId }) => userId),
      first,
    )
    added += kept.length
  }
  return added
}
