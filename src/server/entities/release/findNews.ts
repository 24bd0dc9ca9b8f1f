/**
 * Which detectors are offered a release that their owner has had no mail about, by the rule of the mail itself (userProduct/offeredUpdates.ts). Once
 * all have had their mail, it finds nobody. Knows no mail.
 */
import { and, asc, eq, gt, inArray, isNotNull, not, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { detectorStates, firmwareProducts, firmwares, releaseMails, releases, updateMails, userProducts, users } from '../../db/tables.ts'
import { canSignIn } from '../../messages/recipients.ts'
import { isOffered } from '../storedStates.ts'
import { findOfferedUpdates } from '../userProduct/offeredUpdates.ts'
import { findKinds, isOfKinds, type Kinds } from './detectorKinds.ts'

/** A release that mails are due about, and the kinds of detectors that are offered it. */
export type News = { readonly releaseId: number; readonly kinds: Kinds; readonly offered: readonly string[] }

const one = { one: sql`1` }

export async function findNews(db: Database): Promise<News[]> {
  const loud = await db
    .selectDistinct({ productId: firmwareProducts.productId, releaseId: releases.id })
    .from(releases)
    .innerJoin(firmwares, eq(firmwares.releaseId, releases.id))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .where(and(releases.mailsOwners, isOffered(), not(firmwares.isDeleted)))
  if (loud.length === 0) return []
  const productIds = new Set(loud.map(({ productId }) => productId))
  const kinds = await findKinds(db, and(inArray(userProducts.productId, [...productIds]), isMailed(db)))
  const offered = await findOfferedUpdates(db, inArray(userProducts.id, [...kinds.examples.values()]))
  const releaseOf = new Map(offered.map(({ userProductId, releaseId }) => [userProductId, releaseId]))
  const ofReleases = Map.groupBy(kinds.examples, ([, example]) => releaseOf.get(example))
  const releaseIds = [...new Set(loud.map(({ releaseId }) => releaseId))].toSorted((a, b) => a - b)
  return releaseIds.flatMap((releaseId) => {
    const its = ofReleases.get(releaseId)
    return its === undefined ? [] : [{ releaseId, kinds, offered: its.map(([kind]) => kind) }]
  })
}

/** In the order of their ids. */
export async function findCandidates(db: Database, { releaseId, kinds, offered }: News, afterId: number, batch: number): Promise<number[]> {
  const hadMail = db
    .select(one)
    .from(releaseMails)
    .where(and(eq(releaseMails.releaseId, releaseId), eq(releaseMails.userId, userProducts.userId)))
  const rows = await db
    .select({ id: userProducts.id })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(and(gt(userProducts.id, afterId), isMailed(db), notExists(hadMail), isOfKinds(kinds, offered)))
    .orderBy(asc(userProducts.id))
    .limit(batch)
  return rows.map(({ id }) => id)
}

function isMailed(db: Database) {
  const isSwitchedOff = db
    .select(one)
    .from(updateMails)
    .where(and(eq(updateMails.userId, users.id), isNotNull(updateMails.switchedOffAt)))
  return and(not(userProducts.isDeleted), canSignIn(), notExists(isSwitchedOff))
}
