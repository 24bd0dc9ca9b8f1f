/**
 * The news that many owners at once are offered for their detectors: the rule of `available` in the list of one's own
 * (firmware/availableUpdates.ts), except where an update may still run, and where a withdrawn firmware is replaced: about that, there is another mail.
 */
import { and, asc, eq, inArray, not, type SQL } from 'drizzle-orm'
import type { VersionNotes } from '../../../contract/versionNotes.ts'
import { ownBuild } from '../../config/ownBuild.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, betaGroupUsers, firmwareBetaGroups, products, userProducts, users } from '../../db/tables.ts'
import { findAvailable } from '../firmware/availableUpdates.ts'
import { findProductRights, type Owner, type RightsRow } from '../firmware/offeredFirmware.ts'
import { firmwareStateOf, lastUpdateColumns, lastUpdates, openUpdateOf } from './firmwareState.ts'

export type OfferedUpdate = {
  readonly userId: number
  readonly userProductId: number
  readonly productName: string
  /** Of the product, as staff wrote it. */
  readonly typeName: string
  readonly nickname: string | null
  /** Of the firmware that is installed in the end. */
  readonly releaseId: number
  readonly isBeta: boolean
  readonly versionName: string
  /** Of all that is new with it, newest first. */
  readonly notes: readonly VersionNotes[]
}

/** Who is in no group and has no detector: what a firmware is to everybody. */
export const anybody: Owner = { id: 0, role: 'ROLE_CUSTOMER', isBetaTester: false }

/** `which`: a condition on `user_products`; deleted ones have none. In the order of detectors. Not while the installation waits after a restore. */
export async function findOfferedUpdates(db: Database, which: SQL | undefined): Promise<OfferedUpdate[]> {
  const last = lastUpdates(db, which)
  const owned = await db
    .select({
      row: userProducts,
      locale: users.locale,
      productName: products.name,
      typeName: products.typeName,
      last: {
        ...lastUpdateColumns(last),
        versionName: last.versionName,
        language: last.language,
        isRecalled: last.isRecalled,
      },
    })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(last, eq(last.userProductId, userProducts.id))
    .where(and(which, not(userProducts.isDeleted)))
    .orderBy(asc(userProducts.id))
  const groups = await findGroupFirmwares(db, [...new Set(owned.map(({ row }) => row.userId))])
  const rights = await findProductRights(
    db,
    anybody,
    owned.map(({ row }) => row.productId),
  )
  return owned.flatMap(({ row, locale: personLanguage, productName, typeName, last: its }) => {
    const firmwareState = firmwareStateOf(its, row.confirmedUpdateId)
    if (openUpdateOf(its, row.confirmedUpdateId) !== null) return []
    if (firmwareState === 'installed' && its?.isRecalled === true) return []
    const rows = inGroups(rights.get(row.productId) ?? [], groups.get(row.userId))
    const found = findAvailable(rows, { ...row, firmwareState, last: its }, { personLanguage, appBuild: ownBuild })
    if (found === null) return []
    const { releaseId, releaseState, versionName } = found.target
    const { userId, id: userProductId, nickname } = row
    const isBeta = releaseState === 'beta'
    return [{ userId, userProductId, productName, typeName, nickname, releaseId, isBeta, versionName, notes: found.notes }]
  })
}

function inGroups(rows: readonly RightsRow[], firmwareIds: ReadonlySet<number> | undefined): readonly RightsRow[] {
  if (firmwareIds === undefined) return rows
  return rows.map((row) => Object.assign({}, row, { facts: Object.assign({}, row.facts, { isInGroup: firmwareIds.has(row.firmware.id) }) }))
}

/** The firmwares of each beta tester's groups, as `isInGroup` of firmware/offeredFirmware.ts has them. */
async function findGroupFirmwares(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await db
    .select({ userId: users.id, firmwareId: firmwareBetaGroups.firmwareId })
    .from(users)
    .innerJoin(betaGroupUsers, eq(betaGroupUsers.userId, users.id))
    .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
    .innerJoin(firmwareBetaGroups, eq(firmwareBetaGroups.betaGroupId, betaGroups.id))
    .where(and(inArray(users.id, [...userIds]), users.isBetaTester, not(betaGroups.isDeleted)))
  const ofUsers = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...ofUsers].map(([userId, its]) => [userId, new Set(its.map(({ firmwareId }) => firmwareId))]))
}
