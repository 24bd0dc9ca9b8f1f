/** What outcomes do to a release by themselves: halt it, or pause its plan. Staff are told; only a person lets it go on. */
import { eq } from 'drizzle-orm'
import type { TestFound } from '../../../contract/haltingRule.ts'
import { isOfferedState } from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, releases } from '../../db/tables.ts'
import { queueForBackOffice } from '../../messages/queueMessage.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { findRelease, stateOfRelease, writeStep } from '../firmware/changeRelease.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'

/** Nothing where it is not offered any more: updates that had begun end later. The caller has locked the release. */
export async function haltBy(db: Database, releaseId: number, found: TestFound, now: Date): Promise<void> {
  const images = await db.select().from(firmwares).where(eq(firmwares.releaseId, releaseId))
  if (!isOfferedState(stateOfRelease(await findRelease(db, releaseId), images).state)) return
  const ids = images.map(({ id }) => id)
  await changeOthers(db, firmwareKind, { user: null, now, ids }, () => writeStep(db, releaseId, 'halt', now))
  await db.update(releases).set({ haltedFor: found }).where(eq(releases.id, releaseId))
  await queueForBackOffice(db, 'releaseHalted', releaseId, now)
}

/** Keeps the first reason. */
export async function pauseBy(db: Database, releaseId: number, found: TestFound, now: Date): Promise<void> {
  const release = await findRelease(db, releaseId)
  if (release.planPaused !== null) return
  const planPaused = { cause: 'portal', test: found, at: now.toISOString() } as const
  await db.update(releases).set({ planPaused }).where(eq(releases.id, releaseId))
  await queueForBackOffice(db, 'planPaused', releaseId, now)
}
