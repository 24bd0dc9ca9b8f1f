/**
 * Which detectors are offered a release that their owner has had no mail about, by the rule of the mail itself (userProduct/offeredUpdates.ts). Once
 * all have had their mail, it finds nobody. Knows no mail.
 */
import { and, asc, eq, gt, isNotNull, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { detectorStates, firmwareProducts, firmwares, releaseMails, releases, updateMails, userProducts, users } from '../../db/tables.ts'
import { canSignIn } from '../../messages/recipients.ts'
import { isOffered } from '../storedStates.ts'
import { newsFor } from '../userProduct/offeredUpdates.ts'
import { askRules } from './detectorKinds.ts'

/** A release that mails are due about. `isOffered`: a condition on `user_products`, `users` and `detector_states`. */
export type News = { readonly releaseId: number; readonly isOffered: SQL }

const one = { one: sql`1` }

export async function findNews(db: Database): Promise<News[]> {
  const loud = await db
    .selectDistinct({ productId: firmwareProducts.productId, releaseId: releases.id })
    .from(releases)
    .innerJoin(firmwares, eq(firmwares.releaseId, releases.id))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .where(and(releases.mailsOwners, isOffered(), not(firmwares.isDeleted)))
    .orderBy(asc(releases.id))
  const productIds = [...new Set(loud.map(({ productId }) => productId))]
  const conditions = await askRules(db, productIds, ({ state, installed, hardwareVersion, locale, rows }) => {
    const detector = { serialNumber: '', materialVersion: hardwareVersion, state, last: installed }
    return newsFor(rows, detector, locale)?.target.releaseId ?? null
  })
  return [...new Set(loud.map(({ releaseId }) => releaseId))].flatMap((releaseId) => {
    const condition = conditions.get(releaseId)
    return condition === undefined ? [] : [{ releaseId, isOffered: condition }]
  })
}

/** In the order of their ids. */
export async function findCandidates(db: Database, news: News, afterId: number, batch: number): Promise<number[]> {
  const hadMail = db
    .select(one)
    .from(releaseMails)
    .where(and(eq(releaseMails.releaseId, news.releaseId), eq(releaseMails.userId, userProducts.userId)))
  const rows = await db
    .select({ id: userProducts.id })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(and(gt(userProducts.id, afterId), isMailed(db), notExists(hadMail), news.isOffered))
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
