/** How staff change a plan by hand: faster, other shares, paused, and on again. Without a plan, they have seen what fails in the portal. */
import { and, eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { contract } from '../../../contract/contract.ts'
import { portalFaultOf } from '../../../contract/releasePlan.ts'
import type { ReleaseState } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import type { Call } from '../../call.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { releases, releaseTests } from '../../db/tables.ts'
import type { Orderer } from '../../effects/evidence.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'
import { noteOffered } from '../offers/approvals.ts'
import { sumOutcomes } from '../outcome/sumOutcomes.ts'
import { databaseNow } from './plan.ts'
import { lockRelease, readRelease } from './readRelease.ts'

type Release = typeof releases.$inferSelect
type PlanCall = {
  readonly db: Database
  readonly params: { readonly id: number }
  readonly user: Orderer
  readonly config: Pick<Config, 'releaseApprovers'>
  readonly now: Date
}

type Now = { readonly release: Release; readonly state: ReleaseState }
type Values = PgUpdateSetSource<typeof releases>

/** Changes a staged release. */
function changePlan(call: PlanCall, valuesOf: (release: Release) => Values): Promise<{ id: number }> {
  return changeRelease(call, ({ release, state }) => {
    if (state !== 'staged') throw new AppError('release.step.error')
    return valuesOf(release)
  })
}

/** With an entry in the history of its firmwares. `also`: what else changes, `now` being as it was. */
async function changeRelease(
  call: PlanCall,
  valuesOf: (now: Now) => Values,
  also: (db: Database, now: Now) => Promise<void> = async () => {},
): Promise<{ id: number }> {
  const { id } = call.params
  return call.db.transaction(async (db) => {
    await lockRelease(db, id)
    const { images, ...now } = await readRelease(db, id)
    const values = valuesOf(now)
    const ids = images.map((image) => image.id)
    await changeOthers(
      db,
      firmwareKind,
      { ...call, ids },
      async () => void (await db.update(releases).set(values).where(eq(releases.id, id))),
    )
    await also(db, now)
    return { id }
  })
}

export function raiseShare({ body: { share, from, reason }, ...call }: Call<typeof contract.release.raiseShare>): Promise<{ id: number }> {
  return changePlan(call, (release) => {
    if (release.share !== from) throw new AppError('changed.meanwhile.error')
    if (share <= from) throw new AppError('release.step.error')
    return { share, shareSince: databaseNow, shareReason: reason }
  })
}

export function setPlan({ body: { shares }, ...call }: Call<typeof contract.release.setPlan>): Promise<{ id: number }> {
  if (shares.some((share, index) => share <= (shares[index - 1] ?? 0)))
    throw new AppError('number.invalid.error', { invalidField: 'shares' })
  return changePlan(call, () => ({ planShares: shares }))
}

export function pausePlan(call: Call<typeof contract.release.pausePlan>): Promise<{ id: number }> {
  return changePlan(call, ({ planPaused }) => ({ planPaused: planPaused ?? { cause: 'person', test: null, at: call.now.toISOString() } }))
}

export function resumePlan(call: Call<typeof contract.release.resumePlan>): Promise<{ id: number }> {
  return changeRelease(call, resumed, async (db, { release, state }) => {
    if (state === 'staged') await noteOffered(db, call, release.id)
    await countAnew(db, release)
  })
}

function resumed({ release: { planPaused }, state }: Now): Values {
  if (state === 'staged') return { planPaused: null }
  const fault = portalFaultOf(state, planPaused)
  if (planPaused === null || fault === null) throw new AppError('release.step.error')
  return { planPaused: { ...planPaused, seen: [...(planPaused.seen ?? []), fault] } }
}

/** What has paused a plan: its next failure alone would pause it again. */
async function countAnew(db: Database, { id, round, planPaused }: Release): Promise<void> {
  if (planPaused === null || planPaused.test === null) return
  const { kind, name } = planPaused.test
  await sumOutcomes(db, { id, round })
  const isIt = and(eq(releaseTests.releaseId, id), eq(releaseTests.kind, kind), eq(releaseTests.name, name))
  await db.update(releaseTests).set({ outcomes: 0, failures: 0 }).where(isIt)
}
