/**
 * Which firmwares a person may install: what contract/releaseRights.ts decides by, from the database. The list, the download and the update
 * record share it.
 */
import { and, desc, eq, getTableColumns, not, sql, type SQLWrapper } from 'drizzle-orm'
import { backOffice } from '../../../contract/endpoint.ts'
import { isOffered, mayFinish, mayStart, newestSafe, type DetectorFacts, type ReleaseFacts } from '../../../contract/releaseRights.ts'
import { type DetectorState, isHeld } from '../../../contract/requirements.ts'
import { flagsOf } from '../../../contract/releaseStates.ts'
import { isOrdered } from '../../../contract/versionOrder.ts'
import type { Role } from '../../../contract/rules.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { prepareOnce } from '../../db/prepareOnce.ts'
import { standingOf } from '../storedStates.ts'
import { files, firmwareProducts, firmwares, products, productUpdates, releases, releaseStatements, userProducts } from '../../db/tables.ts'
import { isNotRestored } from '../../installation/restored.ts'
import { hasOwnTypeId } from '../catalogue.ts'
import { byBytes } from '../../records/foldText.ts'
import { isTesterOf } from '../offers/testers.ts'
import { holdsOf, requirementsOf, type StoredConditions, toHold } from './conditions.ts'
import { type InShare, inShareOf, sharedSerialNumbers, shareOf } from './share.ts'

/** Whose detectors it is about: who calls, or a user whom staff look at. */
export type Owner = Pick<Caller, 'id' | 'role'>

export type RightsRow = {
  readonly firmware: typeof firmwares.$inferSelect & { readonly isBetaTest: boolean }
  readonly file: typeof files.$inferSelect
  /** Without what differs from detector to detector. */
  readonly facts: Omit<ReleaseFacts, 'isNewestSafe'> & StoredConditions
  /** The hardware versions of the caller's detectors for which it is the newest safe one. */
  readonly safeFor: readonly number[]
  /** Those of the caller's detectors of the product that was asked for. */
  readonly hardware: readonly number[]
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

/**
 * All that rights depend on, in one prepared statement: built and planned for each call, it would cost more than all else of a list of
 * detectors. `asked`: firmwares, each with the product that it is asked for. Newest first.
 */
function rightsQuery(db: Database, asked: ReturnType<typeof firmwaresOfProducts>) {
  const userId = sql.placeholder('userId')
  const { firmwareId, userProductId, success, date } = productUpdates
  const { id, state, reach, releasedAt, share, ...others } = getTableColumns(releases)
  const { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild } = others
  const required = { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild }
  const isOwn = and(eq(userProducts.userId, userId), not(userProducts.isDeleted))
  const owned = db
    .select({
      productId: userProducts.productId,
      hardware: sql<number[]>`json_agg(distinct ${userProducts.materialVersion} order by ${userProducts.materialVersion})`.as('hardware'),
    })
    .from(userProducts)
    .where(isOwn)
    .groupBy(userProducts.productId)
    .as('owned')
  // Read once, because an account may have thousands.
  const last = db
    .selectDistinctOn([firmwareId, userProductId], { firmwareId, userProductId, success })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, userProductId))
    .where(eq(userProducts.userId, userId))
    .orderBy(firmwareId, userProductId, desc(date), desc(productUpdates.id))
    .as('last')
  const begun = db
    .select({
      firmwareId: last.firmwareId,
      detectors: sql<
        Begun[]
      >`json_agg(json_build_object('id', ${last.userProductId}, 'success', ${last.success}) order by ${last.userProductId})`.as(
        'detectors',
      ),
    })
    .from(last)
    .groupBy(last.firmwareId)
    .as('begun')
  return db
    .select({
      productId: asked.productId,
      firmware: getTableColumns(firmwares),
      file: getTableColumns(files),
      release: { id, state, reach, releasedAt, share, ...required },
      statement: releaseStatements.documents,
      isInGroup: isTesterOf(db, sql`${userId}::bigint`, firmwares.id)
        .mapWith(Boolean)
        .as('is_in_group'),
      isSpreading: sql<boolean>`${isNotRestored(db)}`.as('is_spreading'),
      holds: holdsOf(db).as('holds'),
      hardware: owned.hardware,
      begun: begun.detectors,
      serialNumbers: sharedSerialNumbers(db, userId, asked.productId).as('serial_numbers'),
    })
    .from(asked)
    .innerJoin(firmwares, eq(firmwares.id, asked.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .leftJoin(releaseStatements, eq(releaseStatements.releaseId, releases.id))
    .leftJoin(owned, eq(owned.productId, asked.productId))
    .leftJoin(begun, eq(begun.firmwareId, firmwares.id))
    .orderBy(desc(byBytes(firmwares.versionKey)), desc(firmwares.releaseDate), desc(firmwares.id))
}

/** The last update of one of the caller's detectors with a firmware. */
type Begun = { readonly id: number; readonly success: boolean | null }

function askedOf(firmwareId: SQLWrapper, productId: SQLWrapper) {
  return {
    firmwareId: sql<number>`${firmwareId}`.mapWith(Number).as('asked_firmware_id'),
    productId: sql<number>`${productId}`.mapWith(Number).as('asked_product_id'),
  }
}

function firmwaresOfProducts(db: Database) {
  return db
    .select(askedOf(firmwareProducts.firmwareId, firmwareProducts.productId))
    .from(firmwareProducts)
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(sql`${products.id} = any(${sql.placeholder('productIds')}::bigint[])`, hasOwnTypeId(db)))
    .as('asked')
}

const ofProducts = prepareOnce((db) => rightsQuery(db, firmwaresOfProducts(db)).prepare('rights_of_products'))

/** Of one of its products; of none where it has none. */
const ofFirmware = prepareOnce((db) => {
  const asked = db
    .select(askedOf(firmwares.id, sql`0::bigint`))
    .from(firmwares)
    .where(eq(firmwares.id, sql.placeholder('firmwareId')))
    .as('asked')
  return rightsQuery(db, asked).prepare('rights_of_firmware')
})

type Row = Awaited<ReturnType<ReturnType<typeof ofProducts>['execute']>>[number]

/** Without `safeFor`. */
function toRights(
  { firmware, file, release, statement, hardware, isInGroup: isMember, isSpreading, ...row }: Row,
  caller: Owner,
): RightsRow {
  const standing = standingOf(firmware, release)
  return {
    firmware: { ...firmware, isBetaTest: flagsOf(standing).isBetaTest },
    file,
    hardware: hardware ?? [],
    begunOn: (row.begun ?? []).flatMap(({ id, success }) => (success === true ? [] : [id])),
    // An interrupted one can be finished, also where a backup calls a firmware offered that was withdrawn since.
    maySpread: isSpreading || row.begun !== null,
    wasReleased: release.releasedAt !== null,
    statement,
    safeFor: [],
    inShare: isMember ? { some: true, all: true } : inShareOf(release, row.serialNumbers, caller),
    facts: {
      id: release.id,
      share: shareOf(release),
      state: standing.state,
      isDeleted: firmware.isDeleted,
      isInGroup: isMember,
      isStaff: isDraftTester(caller),
      requirements: requirementsOf(release),
      holds: (row.holds ?? []).map(toHold),
    },
  }
}

/** By product: all firmwares of it that somebody has a right to, with `safeFor`, newest first. Products without firmware are missing. */
export async function findProductRights(
  db: Database,
  caller: Owner,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, readonly RightsRow[]>> {
  const found = await ofProducts(db).execute({ productIds: [...new Set(productIds)], userId: caller.id })
  return new Map(
    [...Map.groupBy(found, ({ productId }) => productId)].map(([productId, its]) => [
      productId,
      withSafe(its.map((row) => toRights(row, caller))),
    ]),
  )
}

/** `rows`: all of a product, newest first. */
function withSafe(rows: readonly RightsRow[]): readonly RightsRow[] {
  const candidates = rows.map(({ facts, wasReleased, firmware }) => ({ ...facts, wasReleased, releaseId: firmware.releaseId }))
  const safe = (rows[0]?.hardware ?? []).map((hardwareVersion) => ({
    hardwareVersion,
    releaseId: newestSafe(candidates, hardwareVersion)?.releaseId,
  }))
  // A deleted language repairs nobody, and after a restore nothing does that may have been withdrawn since the backup.
  const safeFor = ({ firmware, maySpread }: RightsRow) =>
    firmware.isDeleted || !maySpread ? [] : safe.flatMap((one) => (one.releaseId === firmware.releaseId ? [one.hardwareVersion] : []))
  return rows.map((row) => Object.assign(row, { safeFor: safeFor(row) }))
}

/** What somebody has to a firmware: `safeFor` is looked up only where nothing else helps, among the products of the caller's detectors. */
export async function findRightsTo(db: Database, caller: Owner, firmwareId: number): Promise<RightsRow | undefined> {
  const [found] = await ofFirmware(db).execute({ firmwareId, userId: caller.id })
  const row = found && toRights(found, caller)
  if (row === undefined || isOfferedNow(row) || !row.maySpread || !canBeSafe(row.facts)) return row
  const owned = await db
    .selectDistinct({ productId: userProducts.productId })
    .from(userProducts)
    .innerJoin(firmwareProducts, eq(firmwareProducts.productId, userProducts.productId))
    .where(and(eq(userProducts.userId, caller.id), not(userProducts.isDeleted), eq(firmwareProducts.firmwareId, firmwareId)))
  const rights = await findProductRights(
    db,
    caller,
    owned.map(({ productId }) => productId),
  )
  return { ...row, safeFor: [...rights.values()].flat().flatMap((one) => (one.firmware.id === firmwareId ? one.safeFor : [])) }
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
export function isOfferedToAll(row: RightsRow): boolean {
  const { hardware: hardwareVersions } = row
  const { requirements, holds, state } = row.facts
  const { minimumInstalledVersion, steppingStone, minimumBatteryPercent, needsCoil, minimumAppBuild } = requirements
  const wanted = [minimumInstalledVersion, steppingStone, minimumBatteryPercent, minimumAppBuild]
  const isFree = wanted.every((one) => one === null) && !needsCoil && requirements.hardwareVersions.length === 0
  const isKept = (hardwareVersion: number) => holds.some((hold) => isHeld(hold, hardwareVersion))
  // What is kept from some hardware, is for none that is not known.
  const isForUnknown = hardwareVersions.length > 0 || holds.length === 0
  return (
    state !== 'draft' &&
    isOrdered(row.firmware.versionName) &&
    isOfferedNow(row) &&
    row.inShare.all &&
    isFree &&
    isForUnknown &&
    !hardwareVersions.some(isKept)
  )
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
