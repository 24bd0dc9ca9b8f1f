/**
 * Counts what becomes of a release on each detector, once, by its first attempt, and halts it when that says so (docs/releases.md, "Halting").
 * Counting and halting are one transaction, the caller's, which locks the release. Knows no call.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import {
  accountDetectorsMax,
  isCountedFailure,
  isHalting,
  isOfPortal,
  limitOf,
  ratesAt,
  type TestFound,
  type TestKind,
} from '../../../contract/haltingRule.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwares, productUpdates, releaseOutcomes, releases, releaseTests, userProducts } from '../../db/tables.ts'
import { stateOfRelease } from '../firmware/changeRelease.ts'
import { haltBy, pauseBy } from './haltRelease.ts'
import { addPortalTests, freezeTests } from './releaseTests.ts'

type Outcome = typeof releaseOutcomes.$inferSelect
/** `began`: its erase was heard of. */
export type Heard = 'began' | 'succeeded' | 'failed' | 'silent' | 'lost'

/**
 * Notes what was heard of an update. An update of a simulated detector, or of a draft, is nothing to count. Whatever was counted stays: an attempt
 * that fails and is repaired later has failed.
 */
export async function countOutcome(db: Database, productUpdateId: number, heard: Heard, now: Date): Promise<void> {
  const update = await findUpdate(db, productUpdateId)
  if (update === undefined || update.isSimulated || update.state === 'draft') return
  const outcome = await openOutcome(db, update)
  if (outcome.productUpdateId !== productUpdateId) return noteLaterAttempt(db, outcome, heard, now)
  switch (heard) {
    case 'began':
      return
    case 'succeeded':
      return succeed(db, outcome, now)
    case 'failed':
      return fail(db, outcome, 'reported', now)
    case 'silent':
      return fail(db, outcome, 'silent', now)
    case 'lost':
      return lose(db, outcome, now)
  }
}

type Update = Awaited<ReturnType<typeof findUpdate>> & {}

/** Before anything of an update is written, in the order of `productUpdate.create`: its release, then its detector, which a trigger locks. */
export async function lockReleaseOfUpdate(db: Database, productUpdateId: number) {
  const ofUpdate = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .innerJoin(productUpdates, eq(productUpdates.firmwareId, firmwares.id))
    .where(eq(productUpdates.id, productUpdateId))
  const [release] = await db
    .select()
    .from(releases)
    .where(sql`${releases.id} = (${ofUpdate})`)
    .for('update')
  return release
}

/** With its release, locked. */
async function findUpdate(db: Database, id: number) {
  const release = await lockReleaseOfUpdate(db, id)
  if (release === undefined) return undefined
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
    })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .where(eq(productUpdates.id, id))
  const images = await db.select().from(firmwares).where(eq(firmwares.releaseId, release.id))
  const { state, reach } = stateOfRelease(release, images)
  return update && { ...update, release, state, reach }
}

/** The outcome of this detector; a new one is counted. */
async function openOutcome(db: Database, update: Update): Promise<Outcome> {
  const { release, productTypeId, serialNumber, userId, hardwareVersion, appBuild, browser } = update
  const isThis = and(
    eq(releaseOutcomes.releaseId, release.id),
    eq(releaseOutcomes.productTypeId, productTypeId),
    eq(releaseOutcomes.serialNumber, serialNumber),
  )
  const [known] = await db.select().from(releaseOutcomes).where(isThis)
  if (known !== undefined) return known
  await freezeTests(db, release.id)
  const ofAccount = and(
    eq(releaseOutcomes.releaseId, release.id),
    eq(releaseOutcomes.userId, userId),
    eq(releaseOutcomes.round, release.round),
    releaseOutcomes.isCounted,
  )
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
        isBeta: update.reach === 'beta',
        round: release.round,
        isCounted: (await db.$count(releaseOutcomes, ofAccount)) < accountDetectorsMax,
      })
      .returning(),
  )
  if (!outcome.isCounted) return outcome
  await addPortalTests(db, release.id, portalTests(outcome))
  await db
    .update(releaseTests)
    .set({ outcomes: sql`${releaseTests.outcomes} + 1` })
    .where(isOfOutcome(outcome))
  return outcome
}

function portalTests({ appBuild, browser }: Outcome) {
  return [
    ...(appBuild === null ? [] : [{ kind: 'build' as const, name: String(appBuild) }]),
    ...(browser === null ? [] : [{ kind: 'browser' as const, name: browser }]),
  ]
}

/** The tests that an outcome counts for; with `kinds`, those of them. */
function isOfOutcome(
  outcome: Outcome,
  kinds: readonly TestKind[] = ['all', 'empty', 'silent', 'hardware', 'build', 'browser'],
): SQL | undefined {
  const named: Readonly<Partial<Record<TestKind, string>>> = {
    hardware: String(outcome.hardwareVersion),
    build: String(outcome.appBuild),
    browser: String(outcome.browser),
  }
  const isOneOf = kinds.map((kind) => and(eq(releaseTests.kind, kind), eq(releaseTests.name, named[kind] ?? '')))
  return and(eq(releaseTests.releaseId, outcome.releaseId), or(...isOneOf))
}

function isThisOutcome({ releaseId, productTypeId, serialNumber }: Outcome) {
  return and(
    eq(releaseOutcomes.releaseId, releaseId),
    eq(releaseOutcomes.productTypeId, productTypeId),
    eq(releaseOutcomes.serialNumber, serialNumber),
  )
}

/** A success after a failure repairs it, and changes no count. */
async function succeed(db: Database, outcome: Outcome, now: Date): Promise<void> {
  if (outcome.endedAt === null) await db.update(releaseOutcomes).set({ endedAt: now }).where(isThisOutcome(outcome))
  else if (outcome.failure !== null && outcome.repairedAt === null)
    await db.update(releaseOutcomes).set({ repairedAt: now }).where(isThisOutcome(outcome))
}

/** `failure`: how its first attempt failed. Ends once. */
async function fail(db: Database, outcome: Outcome, failure: NonNullable<Outcome['failure']>, now: Date): Promise<void> {
  if (outcome.endedAt !== null) return
  const isFailureCounted = outcome.isCounted && (await isCountedNow(db, outcome))
  await db.update(releaseOutcomes).set({ endedAt: now, failure, isFailureCounted }).where(isThisOutcome(outcome))
  if (isFailureCounted) await countFailure(db, outcome, ['all', 'hardware', 'build', 'browser'], now)
}

/** The first failures count only if each comes from another account. */
async function isCountedNow(db: Database, { releaseId, round, userId }: Outcome): Promise<boolean> {
  const ofRound = and(eq(releaseOutcomes.releaseId, releaseId), eq(releaseOutcomes.round, round), releaseOutcomes.isFailureCounted)
  const counted = await db.$count(releaseOutcomes, ofRound)
  const hasFailed = userId !== null && (await db.$count(releaseOutcomes, and(ofRound, eq(releaseOutcomes.userId, userId)))) > 0
  return isCountedFailure(counted, hasFailed)
}

/** A later attempt on a detector whose first one was counted. */
async function noteLaterAttempt(db: Database, outcome: Outcome, heard: Heard, now: Date): Promise<void> {
  if (heard === 'succeeded') return succeed(db, outcome, now)
  const isEmptyAgain = heard === 'failed' && outcome.failure !== null && outcome.emptyAt === null
  if (!isEmptyAgain) return
  await db.update(releaseOutcomes).set({ emptyAt: now }).where(isThisOutcome(outcome))
  if (outcome.isCounted) await countFailure(db, outcome, ['empty'], now)
}

async function lose(db: Database, outcome: Outcome, now: Date): Promise<void> {
  if (outcome.lostAt !== null) return
  await db.update(releaseOutcomes).set({ lostAt: now }).where(isThisOutcome(outcome))
  if (outcome.isCounted) await countFailure(db, outcome, ['silent'], now)
}

/** Halts the release, or pauses its plan, at the first test that reaches its limit. */
async function countFailure(db: Database, outcome: Outcome, kinds: readonly TestKind[], now: Date): Promise<void> {
  const tests = await db
    .update(releaseTests)
    .set({ failures: sql`${releaseTests.failures} + 1` })
    .where(isOfOutcome(outcome, kinds))
    .returning()
  const found = tests.filter((test) => isHalting(ratesAt(test.expected), test, limitOf(test.kind, test.place)))
  const [halting] = found.filter(({ kind }) => !isOfPortal(kind)).map(toFound)
  const [pausing] = found.filter(({ kind }) => isOfPortal(kind)).map(toFound)
  if (halting !== undefined) await haltBy(db, outcome.releaseId, halting, now)
  else if (pausing !== undefined) await pauseBy(db, outcome.releaseId, pausing, now)
}

function toFound({ kind, name, outcomes, failures, expected, before }: typeof releaseTests.$inferSelect): TestFound {
  return { kind, name, outcomes, failures, expected, before }
}
