/**
 * Changes a release: its firmwares together, with an entry in the audit trail of each. Knows no call.
 *
 * What the specification's calls change of one firmware (version, products, groups, `isActive`, `isBetaTest`) is the whole release's.
 */
import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import {
  isOfferedState,
  isWider,
  narrowed,
  type OfferedState,
  type ReleaseStep,
  type Standing,
  stateAfter,
} from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { standingOf } from '../storedStates.ts'
import { firmwareBetaGroups, firmwareProducts, firmwares, releaseHolds, releases, releaseSchedules, releaseTests } from '../../db/tables.ts'
import { isSameVersion, versionColumns } from '../../db/versionKeys.ts'
import { changeMembers } from '../../records/changeMembers.ts'
import type { MemberChanges } from '../../../contract/crud.ts'
import { cancel, schedule } from '../../work/dueWork.ts'
import { sameText } from '../catalogue.ts'
import { groupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { dropApprovals, forgetOffered, noteOffered } from '../offers/approvals.ts'
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

/** Whose step it is; null for one that nobody takes. */
type By = { readonly user: { readonly id: number } | null; readonly now: Date }

/** `reach`: what it is offered as from now on, or once it is offered, where the step does not say it. Without a step, nothing else changes. */
type Taken = { readonly releaseId: number; readonly step: ReleaseStep | null; readonly reach?: OfferedState }

/** The one place that writes the state of a release. Whether the step may be taken is decided before. */
export async function writeStep(db: Database, { user, now }: By, { releaseId, step, ...chosen }: Taken): Promise<void> {
  const release = await findRelease(db, releaseId)
  const before = chosen.reach ?? release.reach
  const state = step === null ? release.state : stateAfter(step, before)
  const isOffered = isOfferedState(state)
  const after: Standing = { state, reach: isOffered ? state : before }
  const isLiving = and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted))
  const isFirstOffer = isOffered && release.offeredAt === null
  await db
    .update(releases)
    .set({
      ...after,
      // Resuming by hand starts a new count (contract/haltingRule.ts).
      ...(step === 'resume' && { round: release.round + 1, haltedFor: null }),
      // A fault of the portal that has paused no plan ends with the count in which it was found.
      ...(step === 'resume' && state !== 'staged' && { planPaused: null }),
      ...(step === 'withdraw' && { withdrawnAt: now, isRecalled: (await db.$count(firmwares, isLiving)) > 0 }),
      ...(isFirstOffer && { offeredAt: now }),
      ...(state === 'released' && release.releasedAt === null && { releasedAt: now }),
    })
    .where(eq(releases.id, releaseId))
  await narrowDeleted(db, releaseId, after)
  if (after.reach === 'beta') await forgetOffered(db, releaseId)
  if (step === null) return
  if (isFirstOffer) await db.update(firmwares).set({ releaseDate: now }).where(isLiving)
  if (step === 'resume') await db.update(releaseTests).set({ outcomes: 0, failures: 0 }).where(eq(releaseTests.releaseId, releaseId))
  if (user !== null && (state === 'staged' || state === 'released')) await noteOffered(db, { user, now }, releaseId)
  await dropSchedule(db, releaseId)
  if (isOffered) await schedule(db, { kind: 'announceReleases', key: '', dueAt: now })
  if (state === 'withdrawn') await schedule(db, { kind: 'recallOwners', key: '', dueAt: now })
}

async function narrowDeleted(db: Database, releaseId: number, release: Standing): Promise<void> {
  const isOfIt = and(eq(firmwares.releaseId, releaseId), firmwares.isDeleted)
  for (const deleted of await db.select().from(firmwares).where(isOfIt)) {
    const { state, reach } = narrowed(standingOf(deleted, release), release)
    await db.update(firmwares).set({ deletedState: state, deletedReach: reach }).where(eq(firmwares.id, deleted.id))
  }
}

/** Keeps what the release of a firmware that is being deleted is now. */
export async function keepStanding(db: Database, { id, releaseId }: { readonly id: number; readonly releaseId: number }): Promise<void> {
  const { state, reach } = await findRelease(db, releaseId)
  await db.update(firmwares).set({ deletedState: state, deletedReach: reach }).where(eq(firmwares.id, id))
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
  const deleted = standingOf(restored, release)
  // Narrowed again since, it would still repair detectors as one that all were offered.
  const isReleasedSince = release.releasedAt !== null && release.releasedAt > deletedAt && deleted.state !== 'withdrawn'
  const isSplit = isReleasedSince || isWider(release, deleted)
  const releaseId = isSplit ? await splitOff(db, release, deleted) : release.id
  await db.update(firmwares).set({ releaseId, deletedState: null, deletedReach: null }).where(eq(firmwares.id, firmwareId))
  if (isSplit) return
  const other = (await livingFirmwares(db, release.id)).find(({ id }) => id !== firmwareId)
  if (other !== undefined) await align(db, firmwareId, other)
  await dropConsent(db, release.id)
}

/** The id of a new release in this state. */
async function splitOff(db: Database, of: typeof releases.$inferSelect, { state, reach }: Standing): Promise<number> {
  const wasOffered = state !== 'draft'
  const values = {
    createdAt: of.createdAt,
    ...requirementsOf(of),
    state,
    reach,
    share: of.share,
    // What was offered already, its owners know. A draft is news, also where its release is older than such mails.
    mailsOwners: !wasOffered,
    offeredAt: wasOffered ? of.offeredAt : null,
  }
  const { id } = single(await db.insert(releases).values(values).returning({ id: releases.id }))
  const held = await db.select().from(releaseHolds).where(eq(releaseHolds.releaseId, of.id))
  const copies = held.map(({ hardwareVersions, reason, since }) => ({ releaseId: id, hardwareVersions, reason, since }))
  if (copies.length > 0) await db.insert(releaseHolds).values(copies)
  return id
}

async function align(db: Database, firmwareId: number, other: typeof firmwares.$inferSelect): Promise<void> {
  await db.update(firmwares).set(versionColumns(other.versionName)).where(eq(firmwares.id, firmwareId))
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

type Joining = { readonly versionName: string; readonly language: string; readonly productIds: readonly number[] }

/** The draft that another language of it joins, locked; undefined if there is none. */
export async function findDraftToJoin(db: Database, joining: Joining): Promise<number | undefined> {
  return findReleaseToJoin(db, joining, eq(releases.state, 'draft'))
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
