import { createHash } from 'node:crypto'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { ShownRelease } from '../../../contract/release.ts'
import { isOfferedState, mayTakeStep, releaseSteps, stateAfter } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwares, productUpdates, releaseApprovals, releases, users } from '../../db/tables.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { foldedOrder } from '../../records/foldText.ts'
import { findGroupsOfFirmware, groupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { writeStep } from '../firmware/changeRelease.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'
import { findHolds, requirementsOf } from '../firmware/conditions.ts'
import { findProducts } from '../firmware/firmwareLinks.ts'
import { countAudience, countHardware } from './audience.ts'
import { findOlderVersions, hold, lift, setRequirements } from './changeConditions.ts'
import { findObstacles, type ReleaseNow } from './obstacles.ts'
import { lockRelease, readRelease } from './readRelease.ts'

export const release: HandlersOf<typeof contract.release> = {
  async get({ params: { id }, db, config }) {
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
      audience: state === 'draft' ? nobody : await countAudience(db, { releaseId: id, reach }),
      approvals: await findApprovals(db, id),
      approvalsNeeded: config.releaseApprovers - 1,
      steps: releaseSteps.filter((step) => mayTakeStep(state, step)),
      requirements: requirementsOf(now.release),
      holds: (await findHolds(db, [id])).get(id) ?? [],
      hardware: await countHardware(db, productIds),
      olderVersions: await findOlderVersions(db, { releaseId: id, productIds, versionName: first?.versionName ?? '' }),
    }
  },

  async getStep({ params: { id, step }, query: { betaGroupIds }, ...call }) {
    const now = { ...(await readRelease(call.db, id)), betaGroupIds }
    const target = stateAfter(step, now.reach)
    return {
      audience: await countAudience(call.db, { releaseId: id, reach: isOfferedState(target) ? target : now.reach, betaGroupIds }),
      obstacles: await findObstacles(call.db, call, now, step),
    }
  },

  async takeStep({ params: { id }, body: { step, from, fingerprint, confirmed, betaGroupIds, typedVersion }, ...call }) {
    return call.db.transaction(async (db) => {
      await lockRelease(db, id)
      const now = { ...(await readRelease(db, id)), betaGroupIds: step === 'beta' ? betaGroupIds : [] }
      if (now.state !== from) throw new AppError('changed.meanwhile.error')
      await assertSeen(db, now, fingerprint)
      if (!mayTakeStep(now.state, step)) throw new AppError('release.step.error')
      const obstacles = await findObstacles(db, call, now, step)
      const isTyped = now.images.every(({ versionName }) => versionName === typedVersion)
      if (obstacles.some(({ kind, isRefused }) => isRefused && kind === 'approval')) throw new AppError('release.approval.error')
      const isOpen = obstacles.some(({ kind, isRefused }) => isRefused || (kind === 'unusualFile' ? !isTyped : !confirmed.includes(kind)))
      if (isOpen) throw new AppError('release.obstacle.error')
      const ids = now.images.map((image) => image.id)
      await changeOthers(db, firmwareKind, { ...call, ids }, async () => {
        if (obstacles.some(({ kind }) => kind === 'unusualFile'))
          await db.update(firmwares).set({ isUnusualConfirmed: true }).where(inArray(firmwares.id, ids))
        await writeStep(db, id, step, call.now)
        for (const image of now.betaGroupIds.length > 0 ? ids : [])
          await changeMembers(db, groupsOfFirmware(image), { selected: now.betaGroupIds })
      })
      return { id }
    })
  },

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

type Seen = Pick<ReleaseNow, 'images' | 'release'>

/** Throws `changed.meanwhile.error` if the caller has seen something else than is there now. A caller that sends nothing is not asked. */
async function assertSeen(db: Database, now: Seen, fingerprint: string | undefined): Promise<void> {
  if (fingerprint !== undefined && fingerprint !== (await fingerprintOf(db, now))) throw new AppError('changed.meanwhile.error')
}

async function fingerprintOf(db: Database, { images, release }: Seen): Promise<string> {
  const [first] = images
  const members = first === undefined ? [] : [await findProducts(db, [first.id]), await findGroupsOfFirmware(db, first.id)]
  const content = images.map(({ id, versionName, language, fileId }) => [id, versionName, language, fileId])
  const text = JSON.stringify([
    content,
    requirementsOf(release),
    members.map((choices) => choices.map((choice) => choice.id).toSorted((a, b) => a - b)),
  ])
  return createHash('sha256').update(text).digest('hex')
}

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
