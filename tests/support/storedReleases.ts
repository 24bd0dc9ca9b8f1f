/** Releases and firmwares by SQL, as no call leaves them or as earlier versions have. */
import { eq } from 'drizzle-orm'
import { isOfferedState, type OfferedState, type ReleaseState } from '../../src/contract/releaseStates.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import { firmwares, releases } from '../../src/server/db/tables.ts'

/** Brings the release of a firmware into a state. */
export async function setState(
  db: Database,
  firmwareId: number,
  state: ReleaseState,
  reach: OfferedState = isOfferedState(state) ? state : 'released',
): Promise<void> {
  const { releaseId } = single(await db.select().from(firmwares).where(eq(firmwares.id, firmwareId)))
  const at = new Date('2026-11-01T10:00:00Z')
  const dates = { offeredAt: state === 'draft' ? null : at, withdrawnAt: state === 'withdrawn' ? at : null }
  await db
    .update(releases)
    .set({ state, reach, ...dates })
    .where(eq(releases.id, releaseId))
}

/** Adds a firmware of a draft of its own, with the only file that there is. */
export const insertFirmware = `
  with release as (insert into releases default values returning id)
  insert into firmwares (release_id, version_name, version_key, language, file_id)
  select release.id, '5.3', '', 'en', (select id from files) from release`
