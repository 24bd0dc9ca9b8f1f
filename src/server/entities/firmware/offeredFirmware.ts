/**
 * Which firmwares a person may install: what contract/releaseRights.ts decides by, from the database. The list, the download and the update
 * record share it.
 */
import { and, desc, eq, exists, getTableColumns, inArray, not, type SQL, sql } from 'drizzle-orm'
import { backOffice } from '../../../contract/endpoint.ts'
import { isOffered, mayFinish, mayStart, newestSafe, type DetectorFacts, type ReleaseFacts } from '../../../contract/releaseRights.ts'
import { type DetectorState, isForHardware, isHeld } from '../../../contract/requirements.ts'
import { releaseStateOf } from '../../../contract/releaseStates.ts'
import type { Role } from '../../../contract/rules.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import {
  betaGroups,
  betaGroupUsers,
  files,
  firmwareBetaGroups,
  firmwareProducts,
  firmwares,
  products,
  productUpdates,
  releases,
  releaseStatements,
  userProducts,
} from '../../db/tables.ts'
import { isNotRestored } from '../../installation/restored.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { byBytes } from '../../records/foldText.ts'
import { findHolds, requirementsOf, type StoredConditions } from './conditions.ts'
import { findInShare, type InShare, shareOf } from './share.ts'

/** Whose detectors it is about: who calls, or a user whom staff look at. */
export type Owner = Pick<Caller, 'id' | 'role' | 'isBetaTester'>

export type RightsRow = {
  readonly firmware: typeof firmwares.$inferSelect
  readonly file: typeof files.$inferSelect
  /** Without what differs from detector to detector. */
  readonly facts: Omit<ReleaseFacts, 'isNewestSafe'> & StoredConditions
  /** The hardware versions of the caller's detectors for which it is the newest safe one. */
  readonly safeFor: readonly number[]
  readonly wasReleased: boolean
  /** What release keys have signed of it; null where nothing was. */
  readonly statement: string[] | null
  /** The caller's detectors on which an update with it was begun and has not succeeded. */
  readonly begunOn: readonly number[]
  /** Whether its share, if it has one, or its groups reach detectors of the caller's. */
  readonly inShare: InShare
  /** Whether people may be offered what they have not begun: not while the installation waits after a restore. */
  readonly maySpread: boolean
}

const draftTesters: readonly Role[] = backOffice

/** Whether somebody tests drafts on their own update page, and reads every file. */
function isDraftTester({ role }: Pick<Caller, 'role'>): boolean {
  return draftTesters.includes(role)
}

/** `which`: a condition on `firmwares`. Newest first. */
async function findRights(db: Database, caller: Owner, which: SQL | undefined): Promise<RightsRow[]> {
  const rows = await db
    .select({
      firmware: getTableColumns(firmwares),
      file: getTableColumns(files),
      release: getTableColumns(releases),
      statement: releaseStatements.documents,
      isInGroup: isInGroup(db, caller).mapWith(Boolean).as('is_in_group'),
      isSpreading: sql<boolean>`${isNotRestored(db)}`.as('is_spreading'),
    })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .leftJoin(releaseStatements, eq(releaseStatements.releaseId, releases.id))
    .where(which)
    .orderBy(desc(byBytes(firmwares.versionKey)), desc(firmwares.releaseDate), desc(firmwares.id))
  const holds = await findHolds(
    db,
    rows.map(({ release }) => release.id),
  )
  const inShareOf = await findInShare(db, caller, rows)
  const begun = Map.groupBy(await findBegun(db, caller, which), ({ firmwareId }) => firmwareId)
  return rows.map(({ firmware, file, release, statement, isInGroup: isMember, isSpreading }) => ({
    firmware,
    file,
    begunOn: (begun.get(firmware.id) ?? []).flatMap(({ userProductId, success }) => (success === true ? [] : [userProductId])),
    maySpread: isSpreading || begun.has(firmware.id),
    wasReleased: release.releasedAt !== null,
    statement,
    safeFor: [],
    inShare: isMember ? { some: true, all: true } : inShareOf({ firmware, release }),
    facts: {
      id: release.id,
      share: shareOf(release),
      state: releaseStateOf({ ...release, ...firmware }),
      isDeleted: firmware.isDeleted,
      isInGroup: isMember,
      isStaff: isDraftTester(caller),
      requirements: requirementsOf(release),
      holds: holds.get(release.id) ?? [],
    },
  }))
}

/** All firmwares of a product that somebody has a right to, with `safeFor`. */
export async function findProductRights(db: Database, caller: Owner, productId: number): Promise<RightsRow[]> {
  const isForIt = db
    .select({ id: firmwareProducts.firmwareId })
    .from(firmwareProducts)
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(eq(products.id, productId), hasOwnTypeId(db)))
  const rows = await findRights(db, caller, inArray(firmwares.id, isForIt))
  const candidates = rows.map(({ facts, wasReleased, firmware }) => ({ ...facts, wasReleased, releaseId: firmware.releaseId }))
  const safe = (await findOwnHardware(db, caller, productId)).map((hardwareVersion) => ({
    hardwareVersion,
    releaseId: newestSafe(candidates, hardwareVersion)?.releaseId,
  }))
  // A deleted language repairs nobody, and after a restore nothing does that may have been withdrawn since the backup.
  const safeFor = ({ firmware, maySpread }: RightsRow) =>
    firmware.isDeleted || !maySpread ? [] : safe.flatMap((one) => (one.releaseId === firmware.releaseId ? [one.hardwareVersion] : []))
  return rows.map((row) => Object.assign(row, { safeFor: safeFor(row) }))
}

/** The hardware versions of the caller's detectors of a product. */
export async function findOwnHardware(db: Database, { id }: Pick<Caller, 'id'>, productId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ hardwareVersion: userProducts.materialVersion })
    .from(userProducts)
    .where(and(eq(userProducts.userId, id), eq(userProducts.productId, productId), not(userProducts.isDeleted)))
    .orderBy(userProducts.materialVersion)
  return rows.map(({ hardwareVersion }) => hardwareVersion)
}

/** What somebody has to a firmware: `safeFor` is looked up only where nothing else helps, among the products of the caller's detectors. */
export async function findRightsTo(db: Database, caller: Owner, firmwareId: number): Promise<RightsRow | undefined> {
  const [row] = await findRights(db, caller, eq(firmwares.id, firmwareId))
  if (row === undefined || isOfferedNow(row) || !row.maySpread || !canBeSafe(row.facts)) return row
  const owned = await db
    .selectDistinct({ productId: userProducts.productId })
    .from(userProducts)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
    .where(and(eq(userProducts.userId, caller.id), not(userProducts.isDeleted), eq(firmwareProducts.firmwareId, firmwareId)))
  const safeFor: number[] = []
  for (const { productId } of owned)
    safeFor.push(...(await findProductRights(db, caller, productId)).flatMap((one) => (one.firmware.id === firmwareId ? one.safeFor : [])))
  return { ...row, safeFor }
}

/** A beta that all owners were offered before may be the newest that is safe, too. */
function canBeSafe({ state, isDeleted }: RightsRow['facts']): boolean {
  return !isDeleted && state !== 'draft' && state !== 'withdrawn'
}

export function isOfferedNow({ facts, inShare, maySpread }: RightsRow): boolean {
  return isOffered(facts) && inShare.some && maySpread
}

/**
 * Whether somebody is offered it for each of these hardware versions, and for every detector of theirs: for pages that decide nothing for
 * themselves.
 */
export function isOfferedToAll(row: RightsRow, hardwareVersions: readonly number[]): boolean {
  const { requirements, holds, state } = row.facts
  const { minimumInstalledVersion, steppingStone, minimumBatteryPercent, needsCoil, minimumAppBuild } = requirements
  const isFree = [minimumInstalledVersion, steppingStone, minimumBatteryPercent, minimumAppBuild].every((one) => one === null) && !needsCoil
  const isKept = (hardwareVersion: number) =>
    !isForHardware(requirements, hardwareVersion) || holds.some((hold) => isHeld(hold, hardwareVersion))
  // What is not for all hardware, is for none that is not known.
  const isForUnknown = hardwareVersions.length > 0 || (requirements.hardwareVersions.length === 0 && holds.length === 0)
  return state !== 'draft' && isOfferedNow(row) && row.inShare.all && isFree && isForUnknown && !hardwareVersions.some(isKept)
}

/** Whether an update of this detector may begin with it. */
export function mayStartNow(row: RightsRow, detector: DetectorFacts & DetectorState): boolean {
  const release = { ...row.facts, versionName: row.firmware.versionName, isNewestSafe: row.safeFor.includes(detector.hardwareVersion) }
  return row.maySpread ? mayStart(release, detector) : mayFinish(release, detector)
}

/** Whether some detector of the caller's may be finished or repaired with it. */
export function mayFinishSome({ facts, safeFor, begunOn: detectors }: RightsRow): boolean {
  return mayFinish({ ...facts, isNewestSafe: safeFor.length > 0 }, { hasBegun: detectors.length > 0, isErased: true })
}

/**
 * The last update of each of the caller's detectors with each of these firmwares. Read once, because an account may have thousands: an
 * interrupted one can be finished, also where a backup calls a firmware offered that was withdrawn since.
 */
async function findBegun(db: Database, { id }: Pick<Caller, 'id'>, which: SQL | undefined) {
  const { firmwareId, userProductId, success, date } = productUpdates
  return db
    .selectDistinctOn([firmwareId, userProductId], { firmwareId, userProductId, success })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, userProductId))
    .innerJoin(firmwares, eq(firmwares.id, firmwareId))
    .where(and(eq(userProducts.userId, id), which))
    .orderBy(firmwareId, userProductId, desc(date), desc(productUpdates.id))
}

/** The caller is a beta tester in a group of the firmware. */
function isInGroup(db: Database, caller: Owner): SQL<boolean> {
  if (!caller.isBetaTester) return sql`false`
  return sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(firmwareBetaGroups)
      .innerJoin(betaGroups, eq(betaGroups.id, firmwareBetaGroups.betaGroupId))
      .innerJoin(betaGroupUsers, eq(betaGroupUsers.betaGroupId, betaGroups.id))
      .where(and(eq(firmwareBetaGroups.firmwareId, firmwares.id), eq(betaGroupUsers.userId, caller.id), not(betaGroups.isDeleted))),
  )}`
}
