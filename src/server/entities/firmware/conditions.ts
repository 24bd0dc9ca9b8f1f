/** What a release requires and whom it is kept from, from the database (contract/requirements.ts). */
import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Hold, Requirements } from '../../../contract/requirements.ts'
import type { Database } from '../../db/connect.ts'
import { releaseHolds, releases } from '../../db/tables.ts'

export type StoredHold = Hold & { readonly id: number; readonly hardwareVersions: number[]; readonly reason: { en: string; fr: string } }
export type StoredConditions = {
  readonly requirements: Requirements & { readonly hardwareVersions: number[] }
  readonly holds: StoredHold[]
}

export function requirementsOf(release: Pick<typeof releases.$inferSelect, keyof Requirements>): StoredConditions['requirements'] {
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
  return new Map([...holds].map(([releaseId, ofIt]) => [releaseId, ofIt.map(toHold)]))
}

type FoundHold = Pick<typeof releaseHolds.$inferSelect, 'id' | 'hardwareVersions' | 'reason'> & { readonly since: Date | string }

/** For a select with `releases` beside other tables: `toHold` reads each. Newest first; null where there is none. */
export function holdsOf(db: Database): SQL<FoundHold[] | null> {
  const { id, releaseId, hardwareVersions, reason, since } = releaseHolds
  const hold = sql`json_build_object('id', ${id}, 'hardwareVersions', ${hardwareVersions}, 'reason', ${reason}, 'since', ${since})`
  const found = db
    .select({ all: sql`json_agg(${hold} order by ${since} desc, ${id} desc)` })
    .from(releaseHolds)
    .where(eq(releaseId, releases.id))
  return sql`(${found})`
}

export function toHold({ id, hardwareVersions, reason, since }: FoundHold): StoredHold {
  return { id, hardwareVersions, reason: { ...reason }, since: new Date(since).toISOString() }
}
