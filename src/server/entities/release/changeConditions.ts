/** What staff decide about a release beside its steps: what it requires, and whom it is kept from for now. */
import { and, eq } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { isAtLeast, isOrdered, isUpgrade } from '../../../contract/versionOrder.ts'
import { AppError } from '../../../errors.ts'
import type { Call } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { releaseHolds, releases } from '../../db/tables.ts'
import { changeOthers } from '../../records/changeRecord.ts'
import { dropConsent } from '../firmware/changeRelease.ts'
import { firmwareKind } from '../firmware/firmwareKind.ts'
import type { ReleaseNow } from './obstacles.ts'
import { lockRelease, readRelease } from './readRelease.ts'

export async function setRequirements({ body, ...call }: Call<typeof contract.release.setRequirements>): Promise<{ id: number }> {
  return changeConditions(call, async (db, { state, images }) => {
    if (state !== 'draft') throw new AppError('release.fixed.error')
    for (const { versionName } of images) assertOlder(versionName, body)
    const { minimumInstalledVersion = null, steppingStone = null, minimumBatteryPercent = null, minimumAppBuild = null } = body
    const needsCoil = body.needsCoil ?? false
    const hardwareVersions = inOrder(body.hardwareVersions)
    await db
      .update(releases)
      .set({ minimumInstalledVersion, steppingStone, minimumBatteryPercent, minimumAppBuild, needsCoil, hardwareVersions })
      .where(eq(releases.id, call.params.id))
    await dropConsent(db, call.params.id)
  })
}

export async function hold({ body, ...call }: Call<typeof contract.release.hold>): Promise<{ id: number }> {
  return changeConditions(call, async (db, { state }) => {
    if (state === 'withdrawn') throw new AppError('release.step.error')
    const { reasonEn: en, reasonFr: fr } = body
    const hardwareVersions = inOrder(body.hardwareVersions)
    await db.insert(releaseHolds).values({ releaseId: call.params.id, hardwareVersions, reason: { en, fr }, since: call.now })
  })
}

export async function lift({ body: { holdId }, ...call }: Call<typeof contract.release.lift>): Promise<{ id: number }> {
  return changeConditions(call, async (db) => {
    const isThis = and(eq(releaseHolds.id, holdId), eq(releaseHolds.releaseId, call.params.id))
    const lifted = await db.delete(releaseHolds).where(isThis).returning({ id: releaseHolds.id })
    if (lifted.length === 0) throw new AppError('resource.not.found')
  })
}

function inOrder(versions: readonly number[]): number[] {
  return [...new Set(versions)].toSorted((one, other) => one - other)
}

type ConditionsCall = Pick<Call<typeof contract.release.hold>, 'db' | 'user' | 'config' | 'now' | 'params'>
type Changed = Omit<ReleaseNow, 'betaGroupIds'>

/** With an entry in the history of each of its firmwares. Throws `resource.not.found`. */
async function changeConditions(call: ConditionsCall, change: (db: Database, now: Changed) => Promise<void>): Promise<{ id: number }> {
  const { id } = call.params
  return call.db.transaction(async (db) => {
    await lockRelease(db, id)
    const now = await readRelease(db, id)
    await changeOthers(db, firmwareKind, { ...call, ids: now.images.map((image) => image.id) }, () => change(db, now))
    return { id }
  })
}

type Versions = { readonly minimumInstalledVersion?: string | undefined; readonly steppingStone?: string | undefined }

function assertOlder(versionName: string, versions: Versions): void {
  for (const invalidField of ['minimumInstalledVersion', 'steppingStone'] as const)
    if (versions[invalidField] !== undefined && !isOrdered(versions[invalidField]))
      throw new AppError('version.unordered.error', { invalidField })
  const { minimumInstalledVersion: minimum, steppingStone: stone } = versions
  const isOlder = (version: string) => isUpgrade(version, versionName)
  if (stone !== undefined && !isOlder(stone)) throw new AppError('version.older.error', { invalidField: 'steppingStone' })
  const isBeyondStone = minimum !== undefined && stone !== undefined && !isAtLeast(stone, minimum)
  if (minimum !== undefined && (!isOlder(minimum) || isBeyondStone))
    throw new AppError('version.older.error', { invalidField: 'minimumInstalledVersion' })
}
