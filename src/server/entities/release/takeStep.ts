/** Takes a step of a release for somebody, in the transaction of its caller: now, or when it is due. */
import { inArray } from 'drizzle-orm'
import type { StepForm } from '../../../contract/release.ts'
import { defaultPlan } from '../../../contract/releasePlan.ts'
import { mayTakeStep } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares } from '../../db/tables.ts'
import type { Orderer } from '../../effects/evidence.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { groupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { writeStep } from '../firmware/changeRelease.ts'
import { writeException } from '../firmware/findProof.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'
import { findObstacles, type ReleaseNow } from './obstacles.ts'
import { startPlan } from './plan.ts'
import { assertSeen, lockRelease, readRelease } from './readRelease.ts'

export type StepCall = {
  readonly id: number
  readonly body: StepForm
  readonly user: Orderer
  readonly config: Pick<Config, 'releaseApprovers' | 'releaseProof' | 'releaseRoot' | 'demoReleaseKey'>
  readonly now: Date
}

/** Throws what `release.takeStep` in the contract says. */
export async function takeStep(db: Database, call: StepCall): Promise<{ id: number }> {
  const { id, body } = call
  const { release, obstacles, exceptionReason } = await checkStep(db, call)
  const ids = release.images.map((image) => image.id)
  await changeOthers(db, firmwareKind, { ...call, ids }, async () => {
    if (obstacles.some(({ kind }) => kind === 'unusualFile'))
      await db.update(firmwares).set({ isUnusualConfirmed: true }).where(inArray(firmwares.id, ids))
    if (exceptionReason !== undefined) await writeException(db, id, { by: call.user.id, at: call.now, reason: exceptionReason })
    await writeStep(db, call, { releaseId: id, step: body.step })
    if (body.step === 'staged') await startPlan(db, id, defaultPlan)
    for (const image of release.betaGroupIds.length > 0 ? ids : [])
      await changeMembers(db, groupsOfFirmware(image), { selected: release.betaGroupIds })
  })
  return { id }
}

/** Locks the release. Throws what forbids the step now. */
export async function checkStep(db: Database, { id, body, ...call }: StepCall) {
  const { step, from, fingerprint, confirmed, betaGroupIds, typedVersion, proofReason } = body
  await lockRelease(db, id)
  const release: ReleaseNow = { ...(await readRelease(db, id)), betaGroupIds: step === 'beta' ? betaGroupIds : [] }
  if (release.state !== from) throw new AppError('changed.meanwhile.error')
  await assertSeen(db, release, fingerprint)
  if (!mayTakeStep(release.state, step)) throw new AppError('release.step.error')
  const obstacles = await findObstacles(db, call, release, step)
  const isTyped = release.images.every(({ versionName }) => versionName === typedVersion)
  if (obstacles.some(({ kind, isRefused }) => isRefused && kind === 'approval')) throw new AppError('release.approval.error')
  const isUnproved = obstacles.some(({ kind, isRefused }) => isRefused && kind === 'proof')
  const exceptionReason = isUnproved && call.user.role === 'ROLE_ADMIN' ? proofReason : undefined
  if (isUnproved && exceptionReason === undefined) throw new AppError('release.proof.error')
  const others = isUnproved ? obstacles.filter(({ kind }) => kind !== 'proof') : obstacles
  const isOpen = others.some(({ kind, isRefused }) => isRefused || (kind === 'unusualFile' ? !isTyped : !confirmed.includes(kind)))
  if (isOpen) throw new AppError('release.obstacle.error')
  return { release, obstacles, exceptionReason }
}
