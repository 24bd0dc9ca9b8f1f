/** What speaks against a step of a release: some of it is refused until it is settled, the rest a person confirms (contract/release.ts). */
import { and, eq, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import { isLanguage } from '../../../contract/languageNames.ts'
import type { Obstacle, ObstacleKind } from '../../../contract/release.ts'
import { newestSafe } from '../../../contract/releaseRights.ts'
import { type OfferedState, type ReleaseState, type ReleaseStep, stateAfter, widens } from '../../../contract/releaseStates.ts'
import { isOrdered } from '../../../contract/versionOrder.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, products, releases } from '../../db/tables.ts'
import { foldedOrder } from '../../records/foldText.ts'
import { findGroupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { findVersionClashes, sameText } from '../catalogue.ts'
import { isApproved } from '../offers/approvals.ts'
import { findMissing, wasOfferedAs } from '../firmware/findProof.ts'
import { requirementsOf } from '../firmware/conditions.ts'
import { isSigned } from '../firmware/statement.ts'
import { isUnconfirmed } from '../firmware/firmwareKind.ts'
import { findProducts } from '../firmware/firmwareLinks.ts'
import { isLargeBeta } from '../offers/guardOffers.ts'
import { countHardware } from '../firmware/hardware.ts'
import { countReaders, findInstead } from './audience.ts'

/** A release as its change has locked or read it. */
export type ReleaseNow = {
  readonly release: typeof releases.$inferSelect
  /** Not deleted. */
  readonly images: readonly (typeof firmwares.$inferSelect)[]
  readonly state: ReleaseState
  readonly reach: OfferedState
  /** The groups that a step to beta gives it; empty if it keeps its own. */
  readonly betaGroupIds: readonly number[]
}

type ObstacleCall = {
  /** Null for a plan. */
  readonly user: { readonly id: number } | null
  readonly now: Date
  readonly config: Pick<Config, 'releaseApprovers' | 'releaseProof' | 'releaseRoot' | 'demoReleaseKey'>
}

export async function findObstacles(db: Database, call: ObstacleCall, now: ReleaseNow, step: ReleaseStep): Promise<Obstacle[]> {
  if (step === 'halt') return []
  if (step === 'withdraw') return findUnsafeProducts(db, now)
  const target = stateAfter(step, now.reach)
  if (!widens(now.state, target)) return findMissingGroup(db, now, target)
  const noProduct = await findMissingProduct(db, now)
  const isKnown = noProduct.length > 0 || (step === 'resume' && wasOfferedAs(now.reach, now.release))
  return [
    ...(await findMissingGroup(db, now, target)),
    ...noProduct,
    ...(now.images.every(({ versionName }) => isOrdered(versionName)) ? [] : [refused('unordered')]),
    ...(await findTaken(db, now)),
    ...(step === 'resume' ? [] : await findNewer(db, now, step)),
    ...(await findMissingApproval(db, call, now, { target, isSeen: step === 'resume' || call.user === null })),
    ...((await isSigned(db, call.config, now.release.id)) ? [] : [refused('statement')]),
    ...(isKnown ? [] : await findUnproved(db, call, now)),
    ...now.images.filter(isUnconfirmed).map(toUnusual),
    ...(step === 'resume' ? [] : await findLanguageFaults(db, now, step)),
  ]
}

function refused(kind: ObstacleKind, name: string | null = null): Obstacle {
  return { kind, isRefused: true, name, customers: null }
}

function toConfirm(kind: ObstacleKind, name: string | null, customers: number | null = null): Obstacle {
  return { kind, isRefused: false, name, customers }
}

function toUnusual({ language }: typeof firmwares.$inferSelect): Obstacle {
  return toConfirm('unusualFile', language)
}

type Offering = { readonly target: ReleaseState; readonly isSeen: boolean }

async function findMissingApproval(
  db: Database,
  call: ObstacleCall,
  { release: { id: releaseId }, betaGroupIds }: ReleaseNow,
  { target, isSeen }: Offering,
): Promise<Obstacle[]> {
  const isBeta = target === 'beta'
  if (isBeta && !(await isLargeBeta(db, releaseId, betaGroupIds))) return []
  return (await isApproved(db, call, { releaseId, isSeen: isSeen && !isBeta })) ? [] : [refused('approval')]
}

async function findMissingGroup(db: Database, { images: [first], betaGroupIds }: ReleaseNow, target: ReleaseState): Promise<Obstacle[]> {
  if (target !== 'beta' || first === undefined || betaGroupIds.length > 0) return []
  return (await findGroupsOfFirmware(db, first.id)).length > 0 ? [] : [refused('noGroup')]
}

async function findMissingProduct(db: Database, { images: [first] }: ReleaseNow): Promise<Obstacle[]> {
  const found = first === undefined ? [] : await findProducts(db, [first.id])
  return found.length > 0 ? [] : [refused('noProduct')]
}

/** Clashes that are there already do not count, as for every change of a firmware. */
async function findTaken(db: Database, { images }: ReleaseNow): Promise<Obstacle[]> {
  for (const { id, language } of images) {
    const known = await findVersionClashes(db, id)
    const found = await findVersionClashes(db, id, true)
    if (found.some((one) => !known.includes(one))) return [refused('versionTaken', language)]
  }
  return []
}

/** A newer version that everybody whom it reaches would be offered instead. */
async function findNewer(db: Database, { release, images, betaGroupIds }: ReleaseNow, step: OfferedState): Promise<Obstacle[]> {
  const newer = await findInstead(db, { releaseId: release.id, reach: step, share: 1, betaGroupIds }, images)
  return newer === null ? [] : [toConfirm('older', newer)]
}

/** One for each hardware version, with the languages that nobody of staff has installed on it. */
async function findUnproved(db: Database, { config }: ObstacleCall, now: ReleaseNow): Promise<Obstacle[]> {
  const isRefused = config.releaseProof === 'required' && now.release.proofExceptionAt === null
  const byVersion = Map.groupBy(await findMissing(db, now), ({ hardwareVersion }) => hardwareVersion)
  return [...byVersion].map(([hardwareVersion, missing]) => {
    const name = missing.map(({ language }) => language).join(', ')
    return { kind: 'proof', isRefused, name, customers: null, hardwareVersion }
  })
}

/** Languages that another firmware of these products spells differently, and those of customers that the release has not. */
async function findLanguageFaults(db: Database, { release, images, betaGroupIds }: ReleaseNow, step: OfferedState): Promise<Obstacle[]> {
  const faults: Obstacle[] = []
  const its = await findProducts(
    db,
    images.map(({ id }) => id),
  )
  const ofItsProducts = db
    .select({ id: firmwareProducts.firmwareId })
    .from(firmwareProducts)
    .where(
      inArray(
        firmwareProducts.productId,
        its.map(({ id }) => id),
      ),
    )
  for (const { language } of images) {
    const [other] = await db
      .select({ language: firmwares.language })
      .from(firmwares)
      .innerJoin(releases, eq(releases.id, firmwares.releaseId))
      .where(
        and(
          not(firmwares.isDeleted),
          isNotNull(releases.offeredAt),
          ne(firmwares.releaseId, release.id),
          inArray(firmwares.id, ofItsProducts),
          ne(firmwares.language, language),
          eq(sameText(firmwares.language), sql`fold_text(btrim(${language}))`),
        ),
      )
      .limit(1)
    if (other !== undefined) faults.push(toConfirm('languageSpelling', other.language))
  }
  const readers = await countReaders(db, { releaseId: release.id, reach: step, share: 1, betaGroupIds })
  const missing = readers.filter(({ locale }) => !images.some(({ language }) => isLanguage(language, locale)))
  return [...faults, ...missing.map(({ locale, customers }) => toConfirm('languageMissing', locale, customers))]
}

/** The products whose detectors without a firmware have no safe one once this release is withdrawn. */
async function findUnsafeProducts(db: Database, { release, images: [first] }: ReleaseNow): Promise<Obstacle[]> {
  if (first === undefined) return []
  const ofIt = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, products.id))
    .where(and(eq(firmwareProducts.firmwareId, first.id), not(products.isDeleted)))
    .orderBy(foldedOrder(products.name))
  const unsafe: Obstacle[] = []
  for (const { id, name } of ofIt) {
    const withIt = db.select({ id: firmwareProducts.firmwareId }).from(firmwareProducts).where(eq(firmwareProducts.productId, id))
    const others = await db
      .select({ firmware: firmwares, release: releases })
      .from(firmwares)
      .innerJoin(releases, eq(releases.id, firmwares.releaseId))
      .where(and(inArray(firmwares.id, withIt), ne(firmwares.releaseId, release.id)))
    const candidates = others.map((one) => ({
      state: one.release.state,
      isDeleted: one.firmware.isDeleted,
      wasReleased: one.release.releasedAt !== null,
      requirements: requirementsOf(one.release),
      // A hold leaves the way to a firmware open.
      holds: [],
    }))
    const known = (await countHardware(db, [id])).map(({ version }) => version)
    // Where no detector is known, any hardware version may be the first.
    const hardware = known.length > 0 ? known : [0]
    if (hardware.some((version) => newestSafe(candidates, version) === undefined)) unsafe.push(toConfirm('noSafeRelease', name))
  }
  return unsafe
}
