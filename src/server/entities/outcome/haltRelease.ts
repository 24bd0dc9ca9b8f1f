/** What outcomes do to a release by themselves: halt it, or pause its plan if it has one. Staff are told; only a person lets it go on. */
import { eq } from 'drizzle-orm'
import type { TestFound } from '../../../contract/haltingRule.ts'
import { firstUnseen, type PlanPause, portalFaultOf } from '../../../contract/releasePlan.ts'
import { isOfferedState } from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, releases } from '../../db/tables.ts'
import { queueForBackOffice } from '../../messages/queueMessage.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { findRelease, writeStep } from '../firmware/changeRelease.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'

/** Nothing where it is not offered any more: updates that had begun end later. The caller has locked the release. */
export async function haltBy(db: Database, releaseId: number, found: TestFound, now: Date): Promise<void> {
  const { state, images } = await readState(db, releaseId)
  if (!isOfferedState(state)) return
  const ids = images.map(({ id }) => id)
  await changeOthers(db, firmwareKind, { user: null, now, ids }, () => writeStep(db, { user: null, now }, { releaseId, step: 'halt' }))
  await db.update(releases).set({ haltedFor: found }).where(eq(releases.id, releaseId))
  await queueForBackOffice(db, 'releaseHalted', releaseId, now)
}

/** Keeps the first reason, until a person has seen it. Nothing where it is not offered any more: offered again, it has a new count. */
export async function pauseBy(db: Database, releaseId: number, found: readonly TestFound[], now: Date): Promise<void> {
  const { release, state } = await readState(db, releaseId)
  if (!isOfferedState(state)) return
  const before = release.planPaused
  // The pause of a plan that is over by now, by a person or for an obstacle, hides nothing.
  const isFree = before === null || (state !== 'staged' && portalFaultOf(state, before) === null)
  const test = firstUnseen(before, found)
  if (!isFree || test === undefined) return
  const planPaused: PlanPause = { cause: 'portal', test, at: now.toISOString(), ...(before?.seen && { seen: before.seen }) }
  await db.update(releases).set({ planPaused }).where(eq(releases.id, releaseId))
  await queueForBackOffice(db, state === 'staged' ? 'planPaused' : 'portalFails', releaseId, now)
}

async function readState(db: Database, releaseId: number) {
  const release = await findRelease(db, releaseId)
  const images = await db.select().from(firmwares).where(eq(firmwares.releaseId, releaseId))
  return { release, images, state: release.state }
}
