/**
 * The news that many owners at once are offered for their detectors: the rule of `available` in the list of one's own
 * (firmware/availableUpdates.ts), except where an update may still run, and where a withdrawn firmware is replaced: about that, there is another mail.
 */
import { and, asc, eq, not, type SQL } from 'drizzle-orm'
import type { VersionNotes } from '../../../contract/versionNotes.ts'
import { ownBuild } from '../../config/ownBuild.ts'
import type { Database } from '../../db/connect.ts'
import { products, userProducts, users } from '../../db/tables.ts'
import { findAvailable } from '../firmware/availableUpdates.ts'
import { findProductRights, type Owner, type RightsRow } from '../firmware/offeredFirmware.ts'
import { groupsOf, groupsTested } from '../testers.ts'
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
const anybody: Owner = { id: 0, role: 'ROLE_CUSTOMER' }

/**
 * Detectors with the rights of their owners as customers, in the order of detectors. `which`: a condition on `user_products`; deleted ones are left
 * out. `rows`: of its product, newest first.
 */
export async function findWithRights(db: Database, which: SQL | undefined) {
  const last = lastUpdates(db)
  const owned = await db
    .select({
      row: userProducts,
      locale: users.locale,
      productName: products.name,
      typeName: products.typeName,
      groupIds: groupsTested(db),
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
  const productIds = owned.map(({ row }) => row.productId)
  const rights = await findProductRights(db, anybody, productIds)
  const groups = await groupsOf(
    db,
    [...rights.values()].flatMap((rows) => rows.map(({ firmware }) => firmware.id)),
  )
  return owned.map(({ groupIds, ...detector }) =>
    Object.assign(detector, {
      firmwareState: firmwareStateOf(detector.last),
      groupIds: groupIds ?? [],
      rows: inGroups(rights.get(detector.row.productId) ?? [], groups, groupIds ?? []),
    }),
  )
}

/** `which` as `findWithRights`. Not while the installation waits after a restore. */
export async function findOfferedUpdates(db: Database, which: SQL | undefined): Promise<OfferedUpdate[]> {
  return (await findWithRights(db, which)).flatMap(({ row, rows, locale: personLanguage, productName, typeName, firmwareState, last }) => {
    if (openUpdateOf(last) !== null) return []
    if (firmwareState === 'installed' && last?.isRecalled === true) return []
    const found = findAvailable(rows, { ...row, firmwareState, last }, { personLanguage, appBuild: ownBuild })
    if (found === null) return []
    const { releaseId, releaseState, versionName } = found.target
    const { userId, id: userProductId, nickname } = row
    const isBeta = releaseState === 'beta'
    return [{ userId, userProductId, productName, typeName, nickname, releaseId, isBeta, versionName, notes: found.notes }]
  })
}

function inGroups(
  rows: readonly RightsRow[],
  groups: ReadonlyMap<number, ReadonlySet<number>>,
  groupIds: readonly number[],
): readonly RightsRow[] {
  if (groupIds.length === 0) return rows
  return rows.map((row) => {
    const isInGroup = groupIds.some((id) => groups.get(row.firmware.id)?.has(id))
    return Object.assign({}, row, { facts: Object.assign({}, row.facts, { isInGroup }) })
  })
}
