/**
 * Changes a release: its firmwares together, with an entry in the audit trail of each. Knows no call.
 *
 * What the specification's calls change of one firmware (version, products, groups, `isActive`, `isBetaTest`) is the whole release's.
 */
import { and, asc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { isOfferedState, releaseStateOf, stateAfter, reachOf, type ReleaseStep } from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwareBetaGroups, firmwareProducts, firmwares, releaseHolds, releases, releaseSchedules, releaseTests } from '../../db/tables.ts'
import { isSameVersion, versionColumns } from '../../db/versionKeys.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import type { MemberChanges } from '../../../contract/crud.ts'
import { cancel, schedule } from '../../work/dueWork.ts'
import { sameText } from '../catalogue.ts'
import { groupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { dropApprovals, forgetOffered } from '../offers/approvals.ts'
import { requirementsOf } from './conditions.ts'
import { setProducts } from './firmwareLinks.ts'

/** The firmwares of a release that are not deleted, in the order in which they are locked. */
export async function livingFirmwares(db: Database, releaseId: number) {
  return db
    .select()
    .from(firmwares)
    .where(and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted)))
    .orderBy(asc(firmwares.id))
    .for('update')
}

/** What is the whole release's, written to all of its firmwares. */
type Whole = {
  readonly versionName: string
  readonly selectedProductIds: readonly number[]
  readonly selectedBetaGroupIds: readonly number[]
  readonly betaGroupChanges?: MemberChanges
}

export async function writeWhole(db: Database, firmwareIds: readonly number[], whole: Whole): Promise<void> {
  await db
    .update(firmwares)
    .set(versionColumns(whole.versionName))
    .where(inArray(firmwares.id, [...firmwareIds]))
  for (const id of firmwareIds) {
    await setProducts(db, id, whole.selectedProductIds)
    await changeMembers(db, groupsOfFirmware(id), { selected: whole.selectedBetaGroupIds, changes: whole.betaGroupChanges })
  }
}

/** Brings all living firmwares of a release into the state that a step leads to. Whether it may be taken is decided before. */
export async function writeStep(db: Database, releaseId: number, step: ReleaseStep, now: Date): Promise<void> {
  const [release, images] = [await findRelease(db, releaseId), await livingFirmwares(db, releaseId)]
  const [first] = images
  const before = reachOf({ isBetaTest: first?.isBetaTest ?? false, isStaged: release.isStaged })
  const state = stateAfter(step, before)
  const isOffered = isOfferedState(state)
  const isOfReach = isOffered && step !== 'resume'
  // The release first: a trigger refuses what is active in a withdrawn one, and notes when it was first offered.
  await db
    .update(releases)
    .set({
      isStaged: isOfReach ? state === 'staged' : release.isStaged,
      // Resuming by hand starts a new count (contract/haltingRule.ts).
      ...(step === 'resume' && { round: release.round + 1, haltedFor: null }),
      // A fault of the portal that has paused no plan ends with the count in which it was found.
      ...(step === 'resume' && state !== 'staged' && { planPaused: null }),
      ...(state === 'withdrawn' && { withdrawnAt: now, isRecalled: images.length > 0 }),
      ...(isOffered && release.offeredAt === null && { offeredAt: now }),
      ...(state === 'released' && release.releasedAt === null && { releasedAt: now }),
    })
    .where(eq(releases.id, releaseId))
  const isFirstOffer = isOffered && release.offeredAt === null
  const flags = { isActive: isOffered, ...(isOfReach && { isBetaTest: state === 'beta' }), ...(isFirstOffer && { releaseDate: now }) }
  // What is offered to fewer people is so for what is deleted, too: it comes back as it is stored where no other language is left.
  if (isOfReach && state === 'beta') {
    await db.update(firmwares).set({ isBetaTest: true }).where(eq(firmwares.releaseId, releaseId))
    await forgetOffered(db, releaseId)
  }
  if (step === 'resume') await db.update(releaseTests).set({ outcomes: 0, failures: 0 }).where(eq(releaseTests.releaseId, releaseId))
  await dropSchedule(db, releaseId)
  if (isOffered) await schedule(db, { kind: 'announceReleases', key: '', dueAt: now })
  if (state === 'withdrawn') await schedule(db, { kind: 'recallOwners', key: '', dueAt: now })
  // Nothing that is deleted begins to be offered, but what ends, ends for it too.
  const which = isOffered ? not(firmwares.isDeleted) : undefined
  await db
    .update(firmwares)
    .set(flags)
    .where(and(eq(firmwares.releaseId, releaseId), which))
}

/** Ends what was scheduled. Returns whether there was something. */
export async function dropSchedule(db: Database, releaseId: number): Promise<boolean> {
  await cancel(db, 'releaseStep', String(releaseId))
  const dropped = await db
    .delete(releaseSchedules)
    .where(eq(releaseSchedules.releaseId, releaseId))
    .returning({ id: releaseSchedules.releaseId })
  return dropped.length > 0
}

/**
 * A language that comes back is as the others are now: version, products, groups and state. What was offered to more people while it was deleted
 * takes it not along, which would go out by accident: then it is a release of its own, in the state that it had.
 */
export async function takeBack(db: Database, firmwareId: number, deletedAt: Date): Promise<void> {
  const restored = single(await db.select().from(firmwares).where(eq(firmwares.id, firmwareId)))
  const release = await findRelease(db, restored.releaseId)
  const isSince = (date: Date | null) => date !== null && date > deletedAt
  if (isSince(release.offeredAt) || isSince(release.releasedAt)) return splitOff(db, restored, isSince(release.offeredAt) ? null : release)
  const other = (await livingFirmwares(db, restored.releaseId)).find(({ id }) => id !== firmwareId)
  // No date says when it was staged, but the others are no beta any more.
  if (restored.isBetaTest && other?.isBetaTest === false) return splitOff(db, restored, release)
  if (other !== undefined) await align(db, firmwareId, other)
  await dropConsent(db, restored.releaseId)
}

/** `before`: its release if that was offered already when it was deleted; null makes it a draft again. */
async function splitOff(db: Database, firmware: typeof firmwares.$inferSelect, before: typeof releases.$inferSelect | null): Promise<void> {
  const of = await findRelease(db, firmware.releaseId)
  // Not released then, so it was a beta or staged.
  const values = {
    createdAt: of.createdAt,
    ...requirementsOf(of),
    // What was offered already, its owners know. A draft is news, also where its release is older than such mails.
    mailsOwners: before === null,
    offeredAt: before?.offeredAt ?? null,
    isStaged: before !== null && !firmware.isBetaTest,
  }
  const { id } = single(await db.insert(releases).values(values).returning({ id: releases.id }))
  const held = await db.select().from(releaseHolds).where(eq(releaseHolds.releaseId, of.id))
  const copies = held.map(({ hardwareVersions, reason, since }) => ({ releaseId: id, hardwareVersions, reason, since }))
  if (copies.length > 0) await db.insert(releaseHolds).values(copies)
  await db
    .update(firmwares)
    .set({ releaseId: id, isActive: before !== null && firmware.isActive })
    .where(eq(firmwares.id, firmware.id))
}

async function align(db: Database, firmwareId: number, other: typeof firmwares.$inferSelect): Promise<void> {
  const { versionName, isActive, isBetaTest } = other
  await db
    .update(firmwares)
    .set({ ...versionColumns(versionName), isActive, isBetaTest })
    .where(eq(firmwares.id, firmwareId))
  const productRows = await db.select().from(firmwareProducts).where(eq(firmwareProducts.firmwareId, other.id))
  await db.delete(firmwareProducts).where(eq(firmwareProducts.firmwareId, firmwareId))
  if (productRows.length > 0) await db.insert(firmwareProducts).values(productRows.map(({ productId }) => ({ firmwareId, productId })))
  const groupRows = await db.select().from(firmwareBetaGroups).where(eq(firmwareBetaGroups.firmwareId, other.id))
  await db.delete(firmwareBetaGroups).where(eq(firmwareBetaGroups.firmwareId, firmwareId))
  if (groupRows.length > 0) await db.insert(firmwareBetaGroups).values(groupRows.map(({ betaGroupId }) => ({ firmwareId, betaGroupId })))
}

export async function findRelease(db: Database, id: number) {
  return single(await db.select().from(releases).where(eq(releases.id, id)))
}

/** The state of a release by its living firmwares; of one without any, by the deleted ones. */
export function stateOfRelease(release: typeof releases.$inferSelect, images: readonly (typeof firmwares.$inferSelect)[]) {
  const living = images.filter(({ isDeleted }) => !isDeleted)
  const counted = living.length > 0 ? living : images
  const { isBetaTest = false, isActive = false } = counted[0] ?? {}
  return {
    state: releaseStateOf({ ...release, isBetaTest, isActive: isActive && living.length > 0 }),
    reach: reachOf({ ...release, isBetaTest }),
  }
}

type Joining = { readonly versionName: string; readonly language: string; readonly productIds: readonly number[] }

/** The draft that another language of it joins, locked; undefined if there is none. */
export async function findDraftToJoin(db: Database, joining: Joining): Promise<number | undefined> {
  return findReleaseToJoin(db, joining, and(isNull(releases.offeredAt), isNull(releases.withdrawnAt)))
}

/** The release of this version and these very products that has no firmware of this language yet, locked; undefined if there is none. */
export async function findReleaseToJoin(
  db: Database,
  { versionName, language, productIds }: Joining,
  which: SQL | undefined,
): Promise<number | undefined> {
  const wanted = [...new Set(productIds)].toSorted((a, b) => a - b).join(' ')
  for (const id of await lockVersion(db, versionName, which)) {
    const [first] = await livingFirmwares(db, id)
    if (first === undefined || (await hasLanguage(db, id, language))) continue
    const rows = await db.select().from(firmwareProducts).where(eq(firmwareProducts.firmwareId, first.id))
    const its = rows.map(({ productId }) => productId).toSorted((a, b) => a - b)
    if (its.join(' ') === wanted) return id
  }
  return undefined
}

/** Locks the releases of a version that have a firmware, oldest first, and returns their ids. */
export async function lockVersion(db: Database, versionName: string, which?: SQL): Promise<number[]> {
  const ofVersion = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .where(and(not(firmwares.isDeleted), isSameVersion(versionName)))
  const found = await db
    .select({ id: releases.id })
    .from(releases)
    .where(and(which, inArray(releases.id, ofVersion)))
    .orderBy(asc(releases.id))
    .for('update')
  return found.map(({ id }) => id)
}

async function hasLanguage(db: Database, releaseId: number, language: string): Promise<boolean> {
  const same = and(
    eq(firmwares.releaseId, releaseId),
    not(firmwares.isDeleted),
    eq(sameText(firmwares.language), sql`fold_text(btrim(${language}))`),
  )
  return (await db.$count(firmwares, same)) > 0
}

/** Approvals, and an exception from proof, are for a release as it was. */
export async function dropConsent(db: Database, releaseId: number): Promise<void> {
  await dropApprovals(db, releaseId)
  const none = { proofExceptionAt: null, proofExceptionBy: null, proofExceptionReason: null }
  await db.update(releases).set(none).where(eq(releases.id, releaseId))
}
