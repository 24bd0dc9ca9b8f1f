/** What a release requires and whom it is kept from, from the database (contract/requirements.ts). */
import { desc, inArray } from 'drizzle-orm'
import type { Hold, Requirements } from '../../../contract/requirements.ts'
import type { Database } from '../../db/connect.ts'
import { releaseHolds, type releases } from '../../db/tables.ts'

export type StoredHold = Hold & { readonly id: number; readonly hardwareVersions: number[]; readonly reason: { en: string; fr: string } }
export type StoredConditions = {
  readonly requirements: Requirements & { readonly hardwareVersions: number[] }
  readonly holds: StoredHold[]
}

export function requirementsOf(release: typeof releases.$inferSelect): StoredConditions['requirements'] {
  const { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild } = release
  return { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild }
}

/** By release, newest first. */
export async function findHolds(db: Database, releaseIds: readonly number[]): Promise<Map<number, StoredHold[]>> {
  const rows =
    releaseIds.length === 0
      ? []
      : await db
          .select()
          .from(releaseHolds)
          .where(inArray(releaseHolds.releaseId, [...releaseIds]))
          .orderBy(desc(releaseHolds.since), desc(releaseHolds.id))
  const holds = Map.groupBy(rows, ({ releaseId }) => releaseId)
  return new Map(
    [...holds].map(([releaseId, ofIt]) => [
      releaseId,
      ofIt.map(({ id, hardwareVersions, reason, since }) => ({
        id,
        hardwareVersions,
        reason: { ...reason },
        since: since.toISOString(),
      })),
    ]),
  )
}
