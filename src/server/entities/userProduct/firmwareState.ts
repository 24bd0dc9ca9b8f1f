/** What is known of the firmware on customers' detectors, and of an update that may still run. Knows no call. */
import { eq, sql } from 'drizzle-orm'
import type { OpenUpdate } from '../../../contract/openUpdate.ts'
import type { FirmwareState } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { detectorStates, firmwares, productUpdates, releases, updateLeases } from '../../db/tables.ts'

/** For each detector that had one, the latest update that may have changed it. */
export function lastUpdates(db: Database) {
  return db
    .select({
      userProductId: detectorStates.userProductId,
      state: detectorStates.state,
      id: sql<number>`${productUpdates.id}`.mapWith(productUpdates.id).as('last_update_id'),
      date: productUpdates.date,
      firmwareAfter: productUpdates.firmwareAfter,
      heardAt: updateLeases.heardAt,
      silentMs: sql<number | null>`(extract(epoch from now() - ${updateLeases.heardAt}) * 1000)::double precision`.as('silent_ms'),
      percent: updateLeases.percent,
      firmwareId: sql<number>`${firmwares.id}`.mapWith(firmwares.id).as('last_firmware_id'),
      versionName: firmwares.versionName,
      language: firmwares.language,
      isRecalled: releases.isRecalled,
      withdrawnAt: releases.withdrawnAt,
    })
    .from(detectorStates)
    .innerJoin(productUpdates, eq(productUpdates.id, detectorStates.productUpdateId))
    .innerJoin(firmwares, eq(firmwares.id, detectorStates.firmwareId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .leftJoin(updateLeases, eq(updateLeases.productUpdateId, productUpdates.id))
    .as('last_updates')
}

/** Its columns, as `lastUpdateColumns` selects them. */
export type LastUpdate = Pick<typeof detectorStates.$inferSelect, 'state'> &
  Pick<typeof productUpdates.$inferSelect, 'id' | 'date' | 'firmwareAfter'> & {
    readonly heardAt: Date | null
    readonly silentMs: number | null
    readonly percent: number | null
  }

/** What `openUpdateOf` and the others read. */
export function lastUpdateColumns(last: ReturnType<typeof lastUpdates>) {
  const { state, id, date, firmwareAfter, heardAt, silentMs, percent } = last
  return { state, id, date, firmwareAfter, heardAt, silentMs, percent }
}

/** While there is no result, `openUpdateOf` says what is known. */
export function firmwareStateOf(last: LastUpdate | null): FirmwareState {
  return last === null || last.state === 'updating' ? 'unknown' : last.state
}

/** The last update, if it may still run. */
export function openUpdateOf(last: LastUpdate | null): OpenUpdate | null {
  if (last?.state !== 'updating') return null
  const { firmwareAfter, date, heardAt, silentMs, percent } = last
  return {
    heardAt: (heardAt ?? date).toISOString(),
    silentMs: silentMs === null ? null : Math.max(0, Math.round(silentMs)),
    percent,
    hasErased: firmwareAfter === 'none',
  }
}

/** As the update page takes it once the detector is connected: an open update that has erased it is finished first. */
export function settledStateOf(last: LastUpdate | null): FirmwareState {
  return openUpdateOf(last)?.hasErased === true ? 'none' : firmwareStateOf(last)
}
