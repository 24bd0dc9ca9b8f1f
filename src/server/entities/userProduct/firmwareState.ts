/** Derives the firmware on customers' detectors from their reported updates. Knows no call. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { OpenUpdate } from '../../../contract/openUpdate.ts'
import type { FirmwareState } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, productUpdates, releases, updateLeases, userProducts } from '../../db/tables.ts'

const mayHaveChanged = sql`${productUpdates.firmwareAfter} is distinct from 'unchanged'`

/** For each of these user products, the latest update that may have changed the detector. */
export function lastUpdates(db: Database, which: SQL | undefined) {
  const ids = db.select({ id: userProducts.id }).from(userProducts).where(which)
  const { firmwareAfter } = productUpdates
  return db
    .selectDistinctOn([productUpdates.userProductId], {
      userProductId: productUpdates.userProductId,
      id: sql<number>`${productUpdates.id}`.mapWith(productUpdates.id).as('last_update_id'),
      date: productUpdates.date,
      success: productUpdates.success,
      firmwareAfter,
      isUndecided: isUndecided().as('is_undecided'),
      heardAt: updateLeases.heardAt,
      silentMs: sql<number | null>`(extract(epoch from now() - ${updateLeases.heardAt}) * 1000)::double precision`.as('silent_ms'),
      percent: updateLeases.percent,
      firmwareId: sql<number>`${firmwares.id}`.mapWith(firmwares.id).as('last_firmware_id'),
      versionName: firmwares.versionName,
      language: firmwares.language,
      isRecalled: releases.isRecalled,
      withdrawnAt: releases.withdrawnAt,
    })
    .from(productUpdates)
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .leftJoin(updateLeases, eq(updateLeases.productUpdateId, productUpdates.id))
    .where(and(inArray(productUpdates.userProductId, ids), mayHaveChanged))
    .orderBy(productUpdates.userProductId, desc(productUpdates.date), desc(productUpdates.id))
    .as('last_updates')
}

/** Of each row of `user_products` that it is joined to, what `lastUpdates` has: where few rows are looked at one after the other. */
export function lastUpdateOf(db: Database) {
  const { id, userProductId, date, success, firmwareAfter, firmwareId } = productUpdates
  // In brackets of its own: of a single table, a selected expression loses the names before its columns.
  const undecided = sql<boolean>`(${isUndecided()})`.as('is_undecided')
  return db
    .select({ id, success, firmwareAfter, firmwareId, isUndecided: undecided })
    .from(productUpdates)
    .where(and(eq(userProductId, userProducts.id), mayHaveChanged))
    .orderBy(desc(date), desc(id))
    .limit(1)
    .as('last_update')
}

/** Its columns, as `lastUpdateColumns` selects them. */
export type LastUpdate = Pick<typeof productUpdates.$inferSelect, 'id' | 'date' | 'success' | 'firmwareAfter'> & {
  /** Another one may have begun later: computers' clocks differ (productUpdate/beginning.ts). */
  readonly isUndecided: boolean
  readonly heardAt: Date | null
  readonly silentMs: number | null
  readonly percent: number | null
}

/** What `firmwareStateOf` and `openUpdateOf` read. */
export function lastUpdateColumns(last: ReturnType<typeof lastUpdates>) {
  const { id, date, success, firmwareAfter, isUndecided: undecided, heardAt, silentMs, percent } = last
  return { id, date, success, firmwareAfter, isUndecided: undecided, heardAt, silentMs, percent }
}

/** Never none before a failed update has reported it: while there is no result, `openUpdateOf` says what is known. */
export function firmwareStateOf(last: LastUpdate | null, confirmedUpdateId: number | null): FirmwareState {
  if (last === null || last.isUndecided || last.success === null) return 'unknown'
  if (last.success) return 'installed'
  return last.firmwareAfter === 'none' && last.id !== confirmedUpdateId ? 'none' : 'unknown'
}

/** The last update, if it may still run: its last byte has not been reported, nor any result. */
export function openUpdateOf(last: LastUpdate | null, confirmedUpdateId: number | null): OpenUpdate | null {
  if (last === null || last.isUndecided || last.success !== null || last.firmwareAfter === 'unknown' || last.id === confirmedUpdateId)
    return null
  const { firmwareAfter, date, heardAt, silentMs, percent } = last
  return {
    heardAt: (heardAt ?? date).toISOString(),
    silentMs: silentMs === null ? null : Math.max(0, Math.round(silentMs)),
    percent,
    hasErased: firmwareAfter === 'none',
  }
}

/** As the update page takes it once the detector is connected: an open update that has erased it is finished first. */
export function settledStateOf(last: LastUpdate | null, confirmedUpdateId: number | null): FirmwareState {
  return openUpdateOf(last, confirmedUpdateId)?.hasErased === true ? 'none' : firmwareStateOf(last, confirmedUpdateId)
}

/** The function `note_missing_firmware` of the migrations has the same rule. */
function isUndecided(): SQL<boolean> {
  const { id, userProductId, date, beganFrom } = productUpdates
  return sql<boolean>`exists (
    select from product_updates as other
    where other.user_product_id = ${userProductId} and other.id <> ${id} and other.firmware_after is distinct from 'unchanged'
      and coalesce(other.began_by, other.date) > coalesce(${beganFrom}, ${date}))`
}
