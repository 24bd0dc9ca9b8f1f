import { asc, desc, eq } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { portalFaultOf } from '../../../contract/releasePlan.ts'
import type { ShownRelease } from '../../../contract/shownRelease.ts'
import { isOfferedState, mayTakeStep, releaseSteps, stateAfter } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwares, productUpdates, releaseApprovals, releases, users } from '../../db/tables.ts'
import { foldedOrder } from '../../records/foldText.ts'
import { findGroupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { findHolds, requirementsOf } from '../firmware/conditions.ts'
import { findProof } from '../firmware/findProof.ts'
import { findProducts } from '../firmware/firmwareLinks.ts'
import { shareOf } from '../firmware/share.ts'
import { readOutcomes } from '../outcome/readOutcomes.ts'
import { getStatement, readSignature, setStatement } from '../signature/statements.ts'
import { countHardware } from '../firmware/hardware.ts'
import { countAudience } from './audience.ts'
import { isApproved } from '../offers/approvals.ts'
import { findOlderVersions } from '../firmware/versions.ts'
import { hold, lift, setRequirements } from './changeConditions.ts'
import { findObstacles } from './obstacles.ts'
import { pausePlan, raiseShare, resumePlan, setPlan } from './changePlan.ts'
import { readPlan, shareAfter } from './plan.ts'
import { countLeft } from './recall.ts'
import { assertSeen, fingerprintOf, lockRelease, readRelease } from './readRelease.ts'
import { findScheduled, scheduleStep, unscheduleStep } from './scheduleStep.ts'
import { findStopped } from './stopped.ts'
import { takeStep } from './takeStep.ts'

export const release: HandlersOf<typeof contract.release> = {
  async get({ params: { id }, user, db, config, now: time }) {
    const now = await readRelease(db, id)
    const [first] = now.images
    const { state, reach } = now
    const inProducts = first === undefined ? [] : await findProducts(db, [first.id])
    const productIds = inProducts.map((product) => product.id)
    return {
      ...datesOf(now.release),
      fingerprint: await fingerprintOf(db, now),
      id,
      state,
      reach,
      versionName: first?.versionName ?? '',
      products: inProducts,
      betaGroups: first === undefined ? [] : await findGroupsOfFirmware(db, first.id),
      images: await findImages(db, id),
      audience: state === 'draft' ? nobody : await countAudience(db, { releaseId: id, reach, share: shareOf(now.release) }),
      approvals: await findApprovals(db, id),
      approvalsNeeded: config.releaseApprovers - 1,
      isApproved: await isApproved(db, { user, config, now: time }, { releaseId: id, isSeen: state === 'halted' || state === 'staged' }),
      steps: releaseSteps.filter((step) => mayTakeStep(state, step)),
      requirements: requirementsOf(now.release),
      recall: await countLeft(db, now.release, time),
      plan: await readPlan(db, { ...now, betaGroupIds: [] }),
      haltedFor: now.release.haltedFor,
      portalFault: portalFaultOf(state, now.release.planPaused),
      signature: await readSignature(db, config, id),
      scheduled: await findScheduled(db, id),
      holds: (await findHolds(db, [id])).get(id) ?? [],
      hardware: await countHardware(db, productIds),
      olderVersions: await findOlderVersions(db, { releaseId: id, productIds, versionName: first?.versionName ?? '' }),
      proof: await findProof(db, config, now),
    }
  },

  getStopped: ({ db }) => findStopped(db),

  async getStep({ params: { id, step }, query: { betaGroupIds }, ...call }) {
    const now = { ...(await readRelease(call.db, id)), betaGroupIds }
    const target = stateAfter(step, now.reach)
    const reach = isOfferedState(target) ? target : now.reach
    const share = await shareAfter(call.db, now, step)
    return {
      ...(step === 'staged' && { share }),
      audience: await countAudience(call.db, { releaseId: id, reach, share, betaGroupIds }),
      obstacles: await findObstacles(call.db, call, now, step),
    }
  },

  takeStep: ({ params: { id }, body, ...call }) => call.db.transaction((db) => takeStep(db, { ...call, id, body })),
  schedule: scheduleStep,
  unschedule: unscheduleStep,
  getOutcomes: async ({ params: { id }, db }) => readOutcomes(db, (await readRelease(db, id)).release),
  raiseShare,
  setPlan,
  getStatement,
  setStatement,
  pausePlan,
  resumePlan,
  setRequirements,
  hold,
  lift,

  async approve({ params: { id }, body: { fingerprint }, user, now, db }) {
    return db.transaction(async (transaction) => {
      await lockRelease(transaction, id)
      const seen = await readRelease(transaction, id)
      if (seen.state === 'withdrawn') throw new AppError('release.step.error')
      await assertSeen(transaction, seen, fingerprint)
      await transaction.insert(releaseApprovals).values({ releaseId: id, userId: user.id, date: now }).onConflictDoNothing()
      return { id }
    })
  },
}

const nobody: ShownRelease['audience'] = { customers: 0, detectors: 0, withoutFirmware: 0 }

function datesOf({ offeredAt, withdrawnAt }: typeof releases.$inferSelect) {
  return { offeredAt: offeredAt?.toISOString() ?? null, withdrawnAt: withdrawnAt?.toISOString() ?? null }
}

async function findImages(db: Database, id: number): Promise<ShownRelease['images']> {
  const rows = await db
    .select({ firmware: firmwares, file: files })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(eq(firmwares.releaseId, id))
    .orderBy(foldedOrder(firmwares.language), asc(firmwares.id))
  const images: ShownRelease['images'] = []
  for (const { firmware, file } of rows) {
    const { filename, sizeBytes, sha256 } = file
    const nbProductUpdates = await db.$count(productUpdates, eq(productUpdates.firmwareId, firmware.id))
    images.push({ ...firmware, filename, sizeBytes, sha256, nbProductUpdates })
  }
  return images
}

async function findApprovals(db: Database, id: number): Promise<ShownRelease['approvals']> {
  const rows = await db
    .select({ date: releaseApprovals.date, id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(releaseApprovals)
    .innerJoin(users, eq(users.id, releaseApprovals.userId))
    .where(eq(releaseApprovals.releaseId, id))
    .orderBy(desc(releaseApprovals.date))
  return rows.map(({ date, ...user }) => ({ by: { id: user.id, tostring: nameOfUser(user) }, date: date.toISOString() }))
}
