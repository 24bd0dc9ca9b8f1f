/** What became of a release on detectors, for the staff who watch it. Changes nothing. */
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type ShownOutcomes, shownFailuresMax } from '../../../contract/shownOutcomes.ts'
import { userChoice } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { productUpdates, releaseOutcomes, type releases, releaseTests, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { findCourse } from './outcomeCourse.ts'
import { isCountedBy, isUnsummed } from './sumOutcomes.ts'

type Release = Pick<typeof releases.$inferSelect, 'id' | 'round'>

const { failure, isCounted, isFailureCounted } = releaseOutcomes
/** Of one that has failed. */
const howItFailed = sql<NonNullable<(typeof releaseOutcomes.$inferSelect)['failure']>>`${failure}`
const hasSucceeded = sql`${releaseOutcomes.endedAt} is not null and ${failure} is null`

export async function readOutcomes(db: Database, release: Release): Promise<ShownOutcomes> {
  const isOfRound = and(eq(releaseOutcomes.releaseId, release.id), eq(releaseOutcomes.round, release.round))
  const ofRound = single(
    await db
      .select({
        begun: countWhere(isCounted),
        running: countWhere(sql`${isCounted} and ${releaseOutcomes.endedAt} is null`),
        succeeded: countWhere(sql`${isCounted} and ${hasSucceeded}`),
        failed: countWhere(isFailureCounted),
        repaired: countWhere(sql`${isFailureCounted} and ${releaseOutcomes.repairedAt} is not null`),
        uncounted: countWhere(sql`not ${isCounted}`),
        failedUncounted: countWhere(sql`${failure} is not null and not ${isFailureCounted}`),
      })
      .from(releaseOutcomes)
      .where(isOfRound),
  )
  const { uncounted, failedUncounted, ...totals } = ofRound
  const { errorType, firmwareAfter } = productUpdates
  const day = sql<string>`to_char(${releaseOutcomes.beganAt} at time zone 'UTC', 'YYYY-MM-DD')`
  return {
    round: release.round,
    totals,
    uncounted: { begun: uncounted, failed: failedUncounted },
    causes: await db
      .select({ failure: howItFailed, errorType, firmwareAfter, detectors: count() })
      .from(releaseOutcomes)
      .leftJoin(productUpdates, eq(productUpdates.id, releaseOutcomes.productUpdateId))
      .where(and(isOfRound, isFailureCounted))
      .groupBy(failure, errorType, firmwareAfter)
      .orderBy(desc(count()), failure, errorType, firmwareAfter),
    tests: await findTests(db, release),
    days: await db
      .select({ day, begun: count(), succeeded: countWhere(hasSucceeded), failed: countWhere(isFailureCounted) })
      .from(releaseOutcomes)
      .where(and(isOfRound, isCounted))
      .groupBy(day)
      .orderBy(day),
    course: await findCourse(db, release),
    failed: await findFailed(db, release.id),
  }
}

function countWhere(which: unknown) {
  return sql<number>`(count(*) filter (where ${which}))::integer`
}

async function findTests(db: Database, release: Release): Promise<ShownOutcomes['tests']> {
  const { kind, name, place, expected, before, outcomes, failures } = releaseTests
  const unsummed = db
    .select({ count: count() })
    .from(releaseOutcomes)
    .where(and(isUnsummed(release), isCountedBy))
  return db
    .select({ kind, name, place, expected, before, failures, outcomes: sql<number>`${outcomes} + (${unsummed})`.mapWith(Number) })
    .from(releaseTests)
    .where(eq(releaseTests.releaseId, release.id))
    .orderBy(sql`${kind} <> 'all'`, kind, place)
}

async function findFailed(db: Database, releaseId: number): Promise<ShownOutcomes['failed']> {
  const { id, firstname, lastname, username } = users
  const rows = await db
    .select({
      outcome: releaseOutcomes,
      how: howItFailed,
      update: productUpdates,
      userProductId: userProducts.id,
      user: { id, firstname, lastname, username },
    })
    .from(releaseOutcomes)
    .leftJoin(productUpdates, eq(productUpdates.id, releaseOutcomes.productUpdateId))
    .leftJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .leftJoin(users, eq(users.id, releaseOutcomes.userId))
    .where(and(eq(releaseOutcomes.releaseId, releaseId), isNotNull(failure)))
    .orderBy(desc(releaseOutcomes.endedAt), releaseOutcomes.serialNumber)
    .limit(shownFailuresMax)
  return rows.map(({ outcome, how, update, userProductId, user }) => ({
    failure: how,
    errorType: update?.errorType ?? null,
    firmwareAfter: update?.firmwareAfter ?? null,
    at: (outcome.endedAt ?? outcome.beganAt).toISOString(),
    round: outcome.round,
    isCounted: outcome.isFailureCounted,
    serialNumberFormatted: formatSerialNumber(outcome.serialNumber),
    userProductId,
    user: userChoice(user),
    hardwareVersion: outcome.hardwareVersion,
    appBuild: outcome.appBuild,
    browser: outcome.browser,
    repairedAt: outcome.repairedAt?.toISOString() ?? null,
  }))
}
