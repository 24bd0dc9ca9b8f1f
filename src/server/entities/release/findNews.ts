/**
 * Which detectors may be offered a release that their owner has had no mail about. Leaves out nobody who is offered one; who it is of the others,
 * userProduct/offeredUpdates.ts decides. Once all have had their mail, it finds nobody and stays cheap: a detector that has the release, or that is
 * offered a later one instead, is no candidate for it. Knows no mail.
 */
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { isSameName } from '../../../contract/languageNames.ts'
import { isOfferedState } from '../../../contract/releaseStates.ts'
import { compareVersions, isAtLeast, isOrdered, isUpgrade } from '../../../contract/versionOrder.ts'
import { ownBuild } from '../../config/ownBuild.ts'
import type { Database } from '../../db/connect.ts'
import { isOffered } from '../storedStates.ts'
import {
  betaGroups,
  betaGroupUsers,
  firmwareBetaGroups,
  firmwareProducts,
  firmwares,
  releaseMails,
  releases,
  updateMails,
  userProducts,
  users,
} from '../../db/tables.ts'
import { canSignIn } from '../../messages/recipients.ts'
import { findProductRights, type RightsRow } from '../firmware/offeredFirmware.ts'
import { isInShareSql } from '../firmware/share.ts'
import { lastUpdateOf } from '../userProduct/firmwareState.ts'
import { anybody } from '../userProduct/offeredUpdates.ts'

/** A release, for detectors of one product. */
export type News = {
  readonly productId: number
  readonly releaseId: number
  /** Condition on `user_products` and `users`, whatever is installed. */
  readonly isOffered: SQL | undefined
  /** Firmwares that leave nothing to be told to those who have one: as new, or withdrawn. */
  readonly settledBy: readonly number[]
  /** One of these has to be installed; undefined where no version is required, or the way leads over another one. */
  readonly neededIds: readonly number[] | undefined
}

const one = { one: sql`1` }

/** Empty where no mails are due to anybody. */
export async function findNews(db: Database): Promise<News[]> {
  const loud = await db
    .selectDistinct({ productId: firmwareProducts.productId, releaseId: releases.id })
    .from(releases)
    .innerJoin(firmwares, eq(firmwares.releaseId, releases.id))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .where(and(releases.mailsOwners, isOffered(), not(firmwares.isDeleted)))
    .orderBy(asc(firmwareProducts.productId), asc(releases.id))
  if (loud.length === 0) return []
  const { id, versionName } = firmwares
  const { isRecalled } = releases
  const known = await db.select({ id, versionName, isRecalled }).from(firmwares).innerJoin(releases, eq(releases.id, firmwares.releaseId))
  const idsFrom = (version: string) => known.filter((each) => isAtLeast(each.versionName, version))
  const unordered = known.filter((each) => !isOrdered(each.versionName))
  const news: News[] = []
  const ofProducts = Map.groupBy(loud, (each) => each.productId)
  const rights = await findProductRights(db, anybody, [...ofProducts.keys()])
  for (const [productId, its] of ofProducts) {
    const open = (rights.get(productId) ?? []).filter(isOpen)
    for (const { releaseId } of its) {
      const images = open.filter(({ facts }) => facts.id === releaseId)
      const [first] = images
      if (first === undefined) continue
      const settled = [...idsFrom(first.firmware.versionName), ...known.filter((each) => each.isRecalled), ...unordered]
      const needed = neededVersion(first)
      const hasWay = needed === null || stonesTo(first, open).length > 0
      news.push({
        productId,
        releaseId,
        isOffered: or(...images.map((image) => and(isOfferedSql(db, image), isNotCovered(db, image, open)))),
        settledBy: settled.map((each) => each.id),
        neededIds: hasWay ? undefined : idsFrom(needed).map((each) => each.id),
      })
    }
  }
  return news
}

/** In the order of their ids. */
export async function findCandidates(db: Database, news: News, afterId: number, batch: number): Promise<number[]> {
  const { productId, releaseId, settledBy, neededIds } = news
  const last = lastUpdateOf(db)
  const isInstalled = and(last.success, not(last.isUndecided))
  const isUnknown = or(isNull(last.id), last.isUndecided)
  const isConfirmed = sql`${last.id} is not distinct from ${userProducts.confirmedUpdateId}`
  // As firmwareStateOf and openUpdateOf: neither without a firmware, nor perhaps being updated.
  const isAtRest = or(
    eq(last.success, true),
    eq(last.firmwareAfter, 'unknown'),
    isConfirmed,
    and(not(last.success), isNull(last.firmwareAfter)),
  )
  const hadMail = db
    .select(one)
    .from(releaseMails)
    .where(and(eq(releaseMails.releaseId, releaseId), eq(releaseMails.userId, userProducts.userId)))
  const isSwitchedOff = db
    .select(one)
    .from(updateMails)
    .where(and(eq(updateMails.userId, users.id), isNotNull(updateMails.switchedOffAt)))
  const rows = await db
    .select({ id: userProducts.id })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoinLateral(last, sql`true`)
    .where(
      and(
        eq(userProducts.productId, productId),
        gt(userProducts.id, afterId),
        not(userProducts.isDeleted),
        canSignIn(),
        notExists(hadMail),
        notExists(isSwitchedOff),
        news.isOffered,
        or(isUnknown, and(isAtRest, or(not(last.success), isNull(last.success), notInArray(last.firmwareId, [...settledBy])))),
        neededIds && and(isInstalled, inArray(last.firmwareId, [...neededIds])),
      ),
    )
    .orderBy(asc(userProducts.id))
    .limit(batch)
  return rows.map(({ id }) => id)
}

/** Offered to some owners by now, whose pages this server has. */
function isOpen({ firmware: { versionName }, facts: { state, isDeleted, requirements }, maySpread }: RightsRow): boolean {
  const { minimumAppBuild } = requirements
  return (
    isOrdered(versionName) &&
    maySpread &&
    !isDeleted &&
    isOfferedState(state) &&
    (minimumAppBuild === null || (ownBuild !== null && minimumAppBuild <= ownBuild))
  )
}

function neededVersion({ facts: { requirements } }: RightsRow): string | null {
  return requirements.minimumInstalledVersion ?? requirements.steppingStone
}

function stonesTo({ firmware, facts: { requirements } }: RightsRow, open: readonly RightsRow[]): readonly RightsRow[] {
  const { steppingStone } = requirements
  if (steppingStone === null || !isUpgrade(steppingStone, firmware.versionName)) return []
  return open.filter((stone) => compareVersions(stone.firmware.versionName, steppingStone) === 'same')
}

function isFor({ hardwareVersions }: { readonly hardwareVersions: readonly number[] }): SQL {
  return hardwareVersions.length === 0 ? sql`true` : inArray(userProducts.materialVersion, [...hardwareVersions])
}

/** As contract/releaseRights.ts and contract/requirements.ts decide, without the installed version. Condition on `user_products` and `users`. */
function isOfferedSql(db: Database, { firmware, facts: { id, state, share, requirements, holds } }: RightsRow): SQL | undefined {
  const isInGroup = db
    .select(one)
    .from(firmwareBetaGroups)
    .innerJoin(betaGroups, eq(betaGroups.id, firmwareBetaGroups.betaGroupId))
    .innerJoin(betaGroupUsers, eq(betaGroupUsers.betaGroupId, betaGroups.id))
    .where(and(eq(firmwareBetaGroups.firmwareId, firmware.id), eq(betaGroupUsers.userId, users.id), not(betaGroups.isDeleted)))
  const isTester = and(users.isBetaTester, exists(isInGroup))
  const isShared = state === 'staged' ? isInShareSql(id, share) : undefined
  return and(
    state === 'beta' ? isTester : isShared && or(isShared, isTester),
    isFor(requirements),
    ...holds.map((hold) => not(isFor(hold))),
  )
}

/** Nothing later is offered to the detector instead, whatever is installed, that its page would choose (contract/languageNames.ts). */
function isNotCovered(db: Database, image: RightsRow, open: readonly RightsRow[]): SQL | undefined {
  const later = open
    .slice(0, open.indexOf(image))
    .filter(({ firmware, facts }) => facts.id !== image.facts.id && isSameName(firmware.language, image.firmware.language))
  return and(...later.map((each) => not(hasWaySql(db, each, open))))
}

function hasWaySql(db: Database, image: RightsRow, open: readonly RightsRow[]): SQL {
  const stones = stonesTo(image, open)
  const isReached = neededVersion(image) === null ? undefined : (or(...stones.map((stone) => hasWaySql(db, stone, open))) ?? sql`false`)
  return and(isOfferedSql(db, image), isReached) ?? sql`true`
}
