/**
 * Tells owners once by mail of a release that they are offered by now, for whatever reason: a step, a larger share, a group, a new detector. A
 * kept row decides who had the mail. Knows no mail's text; what is not offered any more when its mail is sent, is not sent
 * (delivery/releaseFacts.ts).
 */
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, releaseMails, releases, updateMails, userProducts, users } from '../../db/tables.ts'
import { queueForOwners } from '../../messages/queueMessage.ts'
import type { ServerContext } from '../../serverContext.ts'
import { isReachedSql } from '../firmware/share.ts'
import { findOfferedUpdates } from '../userProduct/offeredUpdates.ts'

/** How many detectors one transaction looks at. */
const defaultBatch = 500

export async function announceReleases(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  signal: AbortSignal,
  batch = defaultBatch,
): Promise<void> {
  let afterId = 0
  // Those who are mailed follow one another over all batches, so that the codes and links that people wait for are sent in between.
  let mailed = 0
  for (;;) {
    signal.throwIfAborted()
    const ids = await findCandidates(db, afterId, batch)
    const last = ids.at(-1)
    if (last === undefined) return
    mailed += await db.transaction((transaction) => announce(transaction, ids, { now: clock(), mailed }))
    afterId = last
  }
}

/** Detectors with a firmware of a release that their owner has had no mail about: more than are offered it. In the order of their ids. */
async function findCandidates(db: Database, afterId: number, batch: number): Promise<number[]> {
  const one = { one: sql`1` }
  const hadMail = db
    .select(one)
    .from(releaseMails)
    .where(and(eq(releaseMails.releaseId, releases.id), eq(releaseMails.userId, userProducts.userId)))
  const mayBeOffered = db
    .select(one)
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(
      and(
        eq(firmwareProducts.productId, userProducts.productId),
        firmwares.isActive,
        not(firmwares.isDeleted),
        releases.mailsOwners,
        isNotNull(releases.offeredAt),
        isNull(releases.withdrawnAt),
        // Groups matter to testers only.
        or(users.isBetaTester, and(not(firmwares.isBetaTest), isReachedSql())),
        notExists(hadMail),
      ),
    )
  const isSwitchedOff = db
    .select(one)
    .from(updateMails)
    .where(and(eq(updateMails.userId, users.id), isNotNull(updateMails.switchedOffAt)))
  const rows = await db
    .select({ id: userProducts.id })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .where(
      and(
        gt(userProducts.id, afterId),
        not(userProducts.isDeleted),
        users.accountValidated,
        not(users.accountLocked),
        not(users.isDeleted),
        exists(mayBeOffered),
        notExists(isSwitchedOff),
      ),
    )
    .orderBy(asc(userProducts.id))
    .limit(batch)
  return rows.map(({ id }) => id)
}

const intervalMs = 250

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
    const rows = [...new Set(its.map(({ userId }) => userId))].map((userId) => ({ releaseId, userId, date: now }))
    const kept = await db.insert(releaseMails).values(rows).onConflictDoNothing().returning({ userId: releaseMails.userId })
    const template = its.some(({ isBeta }) => isBeta) ? 'betaOffered' : 'releaseOffered'
    const first = new Date(now.getTime() + (mailed + added) * intervalMs)
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
