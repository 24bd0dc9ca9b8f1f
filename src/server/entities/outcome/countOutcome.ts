/**
 * Counts what becomes of a release on each detector, once, by its first attempt, and halts it when that says so (docs/releases.md, "Halting").
 * Counting a failure and halting are one transaction, the caller's, which locks the release. Knows no call.
 */
import { and, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { accountDetectorsMax } from '../../../contract/haltingRule.ts'
import type { Database } from '../../db/connect.ts'
import { releaseOutcomes } from '../../db/tables.ts'
import { type Counted, countFailure, isOfAccount } from './countFailure.ts'
import type { Heard, Outcome, ReportedUpdate } from './reportedUpdate.ts'
import { watchOutcome } from './releaseTests.ts'

/** `isWatched`: in everything that it counts for, as far as that was looked at. */
type Watched = ReportedUpdate & { readonly isWatched?: boolean }

/**
 * Notes what was heard of an update. Its release is locked, unless the update only begins or succeeds, and is watched in everything that it counts
 * for. An update of a simulated detector, or of a draft, is nothing to count. Whatever was counted stays: an attempt that fails and is repaired
 * later has failed.
 */
export async function countOutcome(db: Database, update: Watched, heard: Heard, now: Date): Promise<void> {
  if (update.isSimulated) return
  const outcome = update.outcome ?? (await openOutcome(db, update))
  if (outcome === undefined) return
  const { release } = update
  if (heard === 'succeeded') return void (await succeed(db, outcome, update.id, now))
  if (outcome.productUpdateId !== update.id) return noteLaterAttempt(db, { release, outcome, now }, heard)
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

/** Undefined while the release is a draft, and where another report has just opened it: that one says how the attempt began, too. */
async function openOutcome(db: Database, update: Watched): Promise<Outcome | undefined> {
  const { release, productTypeId, serialNumber, userId, hardwareVersion, appBuild, browser, isBeta } = update
  // A trigger notes when what is active was first offered, whichever server writes it.
  if (release.offeredAt === null && release.withdrawnAt === null) return undefined
  // An account's detectors are counted one after the other, however many report at once.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('outcomes', ${userId}::bigint))`)
  const ofAccount = db.select({ count: count() }).from(releaseOutcomes).where(isOfAccount(release, userId))
  const [outcome] = await db
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
      isSummed: false,
      isCounted: sql`(${ofAccount}) < ${accountDetectorsMax}`,
    })
    .onConflictDoNothing()
    .returning()
  if (outcome?.isCounted === true && update.isWatched !== true) await watchOutcome(db, outcome)
  return outcome
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
export function succeed(db: Database, outcome: Outcome, productUpdateId: number, now: Date) {
  const { endedAt, failure, repairedAt } = releaseOutcomes
  const at = sql`${now.toISOString()}::timestamptz`
  const isFirst = outcome.productUpdateId === productUpdateId
  const repaired = sql`case when ${!isFirst}::boolean or ${failure} is not null then coalesce(${repairedAt}, ${at}) end`
  return db
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
