/** Derives the firmware on customers' detectors from their reported updates. Knows no call. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FirmwareState } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, productUpdates, userProducts } from '../../db/tables.ts'

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
      firmwareId: sql<number>`${firmwares.id}`.mapWith(firmwares.id).as('last_firmware_id'),
      versionName: firmwares.versionName,
      language: firmwares.language,
    })
    .from(productUpdates)
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .where(and(inArray(productUpdates.userProductId, ids), sql`${firmwareAfter} is distinct from 'unchanged'`))
    .orderBy(productUpdates.userProductId, desc(productUpdates.date), desc(productUpdates.id))
    .as('last_updates')
}

export type LastUpdate = Pick<typeof productUpdates.$inferSelect, 'id' | 'success' | 'firmwareAfter'>

/** A failure without a report of what is on the detector counts as unknown, never as none. */
export function firmwareStateOf(last: LastUpdate | null, confirmedUpdateId: number | null): FirmwareState {
  if (last?.success === true) return 'installed'
  return last?.firmwareAfter === 'none' && last.id !== confirmedUpdateId ? 'none' : 'unknown'
}
