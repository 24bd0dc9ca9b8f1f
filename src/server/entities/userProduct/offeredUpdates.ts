/**
 * The news that many owners at once are offered for their detectors: the rule of `available` in the list of one's own
 * (firmware/availableUpdates.ts), except where an update may still run, and where a withdrawn firmware is replaced: about that, there is another mail.
 */
import { and, asc, eq, not, type SQL } from 'drizzle-orm'
import type { Locale } from '../../../contract/rules.ts'
import type { VersionNotes } from '../../../contract/versionNotes.ts'
import { ownBuild } from '../../config/ownBuild.ts'
import type { Database } from '../../db/connect.ts'
import { products, userProducts, users } from '../../db/tables.ts'
import { findAvailable, type KnownDetector } from '../firmware/availableUpdates.ts'
import { findProductRights, type Owner, type RightsRow } from '../firmware/offeredFirmware.ts'
import { groupsOf, groupsOfTesters } from '../offers/testers.ts'
import { type LastUpdate, lastUpdateColumns, lastUpdates } from './firmwareState.ts'

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
export const anybody: Owner = { id: 0, role: 'ROLE_CUSTOMER' }

/** `which`: a condition on `user_products`; deleted ones have none. In the order of detectors. Not while the installation waits after a restore. */
export async function findOfferedUpdates(db: Database, which: SQL | undefined): Promise<OfferedUpdate[]> {
  const last = lastUpdates(db)
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
  const productIds = owned.map(({ row }) => row.productId)
  const rights = await findProductRights(db, anybody, productIds)
  const firmwareIds = [...rights.values()].flat().map(({ firmware }) => firmware.id)
  const groups = await groupsOf(db, firmwareIds)
  const tested = await groupsOfTesters(
    db,
    owned.map(({ row }) => row.userId),
  )
  return owned.flatMap(({ row, locale, productName, typeName, last: its }) => {
    const rows = inGroups(rights.get(row.productId) ?? [], groups, tested.get(row.userId) ?? [])
    const found = newsFor(rows, { ...row, state: its?.state ?? 'unknown', last: its }, locale)
    if (found === null) return []
    const { releaseId, releaseState, versionName } = found.target
    const { userId, id: userProductId, nickname } = row
    const isBeta = releaseState === 'beta'
    return [{ userId, userProductId, productName, typeName, nickname, releaseId, isBeta, versionName, notes: found.notes }]
  })
}

/** What is news for a detector, as `findAvailable`. `rows`: of its product, newest first. */
export function newsFor(
  rows: readonly RightsRow[],
  detector: Omit<KnownDetector, 'firmwareState'> & { readonly state: LastUpdate['state'] },
  personLanguage: Locale,
) {
  const { state, last } = detector
  if (state === 'updating' || (state === 'installed' && last?.isRecalled === true)) return null
  return findAvailable(rows, { ...detector, firmwareState: state }, { personLanguage, appBuild: ownBuild })
}

/** `groups`: of each firmware. `tested`: in which somebody tests. */
export function inGroups(
  rows: readonly RightsRow[],
  groups: ReadonlyMap<number, ReadonlySet<number>>,
  tested: readonly number[],
): readonly RightsRow[] {
  if (tested.length === 0) return rows
  return rows.map((row) => {
    const isInGroup = tested.some((id) => groups.get(row.firmware.id)?.has(id))
    return Object.assign({}, row, { facts: Object.assign({}, row.facts, { isInGroup }) })
  })
}
