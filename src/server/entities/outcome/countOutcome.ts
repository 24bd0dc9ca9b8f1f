/**
 * Counts what becomes of a release on each detector, once, by its first attempt, and halts it when that says so (docs/releases.md, "Halting").
 * Counting and halting are one transaction, the caller's, which locks the release. Knows no call.
 */
import { and, count, eq, getTableColumns, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { accountDetectorsMax, type TestKind, testKinds } from '../../../contract/haltingRule.ts'
import type { FirmwareAfterFailure } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwares, productUpdates, releaseOutcomes, releases, releaseTests, userProducts } from '../../db/tables.ts'
import { type Counted, countFailure, isOfAccount, isTestOf } from './countFailure.ts'
import { watchOutcome } from './releaseTests.ts'

type Release = typeof releases.$inferSelect
type Outcome = typeof releaseOutcomes.$inferSelect
/** `began`: its erase was heard of. `emptied`: it failed and left no firmware. */
export type Heard = 'began' | 'succeeded' | 'failed' | 'emptied' | 'silent' | 'lost'

/** What a report says of a first attempt; undefined where nothing was erased, or nobody can tell. */
export function heardOf(success: boolean | null | undefined, firmwareAfter: FirmwareAfterFailure | null): Heard | undefined {
  if (success === true) return 'succeeded'
  if (firmwareAfter === null || firmwareAfter === 'unchanged') return undefined
  if (success !== false) return 'began'
  return firmwareAfter === 'none' ? 'emptied' : 'failed'
}

/**
 * Locks the release of an update, before anything of the update is written: in the order of `productUpdate.create`, its release, then its
 * detector, which a trigger locks. `which`: a condition on `product_updates`; without such an update nothing is locked.
 */
export async function lockReleaseOfUpdate(db: Database, which: SQL | undefined): Promise<Release | undefined> {
  const ofUpdate = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .innerJoin(productUpdates, eq(productUpdates.firmwareId, firmwares.id))
    .where(which)
  const [release] = await db
    .select()
    .from(releases)
    .where(sql`${releases.id} = (${ofUpdate})`)
    .for('update')
  return release
}

/**
 * To be called before a report's update is written, with its condition on `product_updates`; what it returns notes the report. Locks the release,
 * but not for a report that changes no count, which most are: a success, or another note of what is counted already.
 */
export async function beginCount(db: Database, which: SQL | undefined, { isFailure }: { readonly isFailure: boolean }) {
  const known = isFailure ? undefined : await findOutcome(db, which)
  if (known !== undefined)
    return async (id: number, heard: Heard, now: Date): Promise<void> => {
      if (heard === 'succeeded') await succeed(db, known, id, now)
    }
  const release = await lockReleaseOfUpdate(db, which)
  return async (id: number, heard: Heard, now: Date): Promise<void> => {
    if (release !== undefined) await countOutcome(db, release, id, heard, now)
  }
}

/** What is known of the detector of an update with its release. */
async function findOutcome(db: Database, which: SQL | undefined): Promise<Outcome | undefined> {
  const [outcome] = await db
    .select(getTableColumns(releaseOutcomes))
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .innerJoin(releaseOutcomes, isOutcomeOf(firmwares.releaseId))
    .where(and(which, not(productUpdates.isSimulated)))
  return outcome
}

/** SQL condition: the outcome of the detector of `user_products`. */
function isOutcomeOf(releaseId: number | AnyPgColumn): SQL | undefined {
  return and(
    eq(releaseOutcomes.releaseId, releaseId),
    eq(releaseOutcomes.productTypeId, userProducts.productTypeId),
    eq(releaseOutcomes.serialNumber, userProducts.serialNumber),
  )
}

/**
 * Notes what was heard of an update of this release, which is locked. An update of a simulated detector, or of a draft, is nothing to count.
 * Whatever was counted stays: an attempt that fails and is repaired later has failed.
 */
export async function countOutcome(db: Database, release: Release, productUpdateId: number, heard: Heard, now: Date): Promise<void> {
  const update = await findUpdate(db, release, productUpdateId)
  if (update === undefined || update.isSimulated) return
  const outcome = update.outcome ?? (await openOutcome(db, release, update))
  if (outcome === undefined) return
  if (heard === 'succeeded') return succeed(db, outcome, productUpdateId, now)
  if (outcome.productUpdateId !== productUpdateId) return noteLaterAttempt(db, { release, outcome, now }, heard)
  switch (heard) {
    case 'began':
      return
    case 'failed':
    case 'emptied':
      return fail(db, { release, outcome, now }, 'reported')
    case 'silent':
      return fail(db, { release, outcome, now }, 'silent')
    case 'lost':
      return lose(db, { release, outcome, now })
  }
}

type Update = NonNullable<Awaited<ReturnType<typeof findUpdate>>>

/** With the outcome of its detector, if there is one. */
async function findUpdate(db: Database, release: Release, id: number) {
  const [update] = await db
    .select({
      id: productUpdates.id,
      isSimulated: productUpdates.isSimulated,
      appBuild: productUpdates.appBuild,
      browser: productUpdates.browser,
      userId: userProducts.userId,
      productTypeId: userProducts.productTypeId,
      serialNumber: userProducts.serialNumber,
      hardwareVersion: userProducts.materialVersion,
      isBeta: firmwares.isBetaTest,
      outcome: releaseOutcomes,
    })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .leftJoin(releaseOutcomes, isOutcomeOf(release.id))
    .where(eq(productUpdates.id, id))
  return update
}

/** Counts a new outcome; undefined while the release is a draft. */
async function openOutcome(db: Database, release: Release, update: Update): Promise<Outcome | undefined> {
  // A trigger notes when what is active was first offered, whichever server writes it.
  if (release.offeredAt === null && release.withdrawnAt === null) return undefined
  const { productTypeId, serialNumber, userId, hardwareVersion, appBuild, browser, isBeta } = update
  const ofAccount = db.select({ count: count() }).from(releaseOutcomes).where(isOfAccount(release, userId))
  const outcome = single(
    await db
      .insert(releaseOutcomes)
      .values({
        releaseId: release.id,
        productTypeId,
        serialNumber,
        userId,
        productUpdateId: update.id,
        hardwareVersion,
        appBuild,
        browser,
        isBeta,
        round: release.round,
        isCounted: sql`(${ofAccount}) < ${accountDetectorsMax}`,
      })
      .returning(),
  )
  if (!outcome.isCounted) return outcome
  const counted = await addOutcome(db, outcome, testKinds)
  const missing = testKinds.filter((kind) => !counted.includes(kind) && mayBeWatched(kind, outcome))
  // The first outcome of the release, of a build or of a browser.
  if (missing.length > 0) {
    await watchOutcome(db, outcome)
    await addOutcome(db, outcome, missing)
  }
  return outcome
}

/** A page may not say its build or its browser. */
function mayBeWatched(kind: TestKind, outcome: Outcome): boolean {
  return (kind !== 'build' || outcome.appBuild !== null) && (kind !== 'browser' || outcome.browser !== null)
}

/** Returns the kinds of the tests that there are. */
async function addOutcome(db: Database, outcome: Outcome, kinds: readonly TestKind[]): Promise<TestKind[]> {
  const tests = await db
    .update(releaseTests)
    .set({ outcomes: sql`${releaseTests.outcomes} + 1` })
    .where(isTestOf(outcome, kinds))
    .returning({ kind: releaseTests.kind })
  return tests.map(({ kind }) => kind)
}

function isThis({ releaseId, productTypeId, serialNumber }: Outcome): SQL | undefined {
  return and(
    eq(releaseOutcomes.releaseId, releaseId),
    eq(releaseOutcomes.productTypeId, productTypeId),
    eq(releaseOutcomes.serialNumber, serialNumber),
  )
}

async function write(db: Database, outcome: Outcome, values: Partial<Outcome>): Promise<void> {
  await db.update(releaseOutcomes).set(values).where(isThis(outcome))
}

/**
 * Changes no count. A success after a failure repairs it; so does that of another attempt where the first has no end yet: silence ends it later. One
 * statement, because the release may not be locked.
 */
async function succeed(db: Database, outcome: Outcome, productUpdateId: number, now: Date): Promise<void> {
  const { endedAt, failure, repairedAt } = releaseOutcomes
  const at = sql`${now.toISOString()}::timestamptz`
  const isFirst = outcome.productUpdateId === productUpdateId
  const repaired = sql`case when ${!isFirst}::boolean or ${failure} is not null then coalesce(${repairedAt}, ${at}) end`
  await db
    .update(releaseOutcomes)
    .set({ repairedAt: repaired, ...(isFirst && { endedAt: sql`coalesce(${endedAt}, ${at})` }) })
    .where(and(isThis(outcome), or(isNull(endedAt), sql`${failure} is not null`)))
}

/** Its first attempt failed; if nothing was heard of that, and there is another, silence ends it later. */
function mayHaveFailed({ endedAt, failure }: Outcome): boolean {
  return endedAt === null || failure !== null
}

/** `failure`: how its first attempt failed. Ends once. */
async function fail(db: Database, counted: Counted, failure: NonNullable<Outcome['failure']>): Promise<void> {
  const { outcome, now } = counted
  // A success may be noted at the same moment.
  const ended = await db
    .update(releaseOutcomes)
    .set({ endedAt: now, failure })
    .where(and(isThis(outcome), isNull(releaseOutcomes.endedAt)))
    .returning({ endedAt: releaseOutcomes.endedAt })
  if (ended.length === 0) return
  const kinds = await countFailure(db, counted, ['all', 'hardware', 'build', 'browser'], (other) => other.failure !== null)
  if (kinds.includes('all')) await write(db, outcome, { isFailureCounted: true })
}

/** A later attempt on a detector whose first one was counted. */
async function noteLaterAttempt(db: Database, counted: Counted, heard: Heard): Promise<void> {
  const { outcome, now } = counted
  if (heard !== 'emptied' || !mayHaveFailed(outcome) || outcome.emptyAt !== null) return
  await countFailure(db, counted, ['empty'], ({ emptyAt }) => emptyAt !== null)
  await write(db, outcome, { emptyAt: now })
}

async function lose(db: Database, counted: Counted): Promise<void> {
  const { outcome, now } = counted
  if (outcome.lostAt !== null) return
  await countFailure(db, counted, ['silent'], ({ lostAt }) => lostAt !== null)
  await write(db, outcome, { lostAt: now })
}
