/** The tests that an outcome counts for, and what its failure does to them and to its release. Knows no update. */
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  isCountedFailure,
  isHalting,
  isOfPortal,
  limitOf,
  ratesAt,
  type TestFound,
  type TestKind,
  testKinds,
} from '../../../contract/haltingRule.ts'
import type { Database } from '../../db/connect.ts'
import { releaseOutcomes, type releases, releaseTests } from '../../db/tables.ts'
import { haltBy, pauseBy } from './haltRelease.ts'
import { sumOutcomes } from './sumOutcomes.ts'

type Test = typeof releaseTests.$inferSelect
type Outcome = typeof releaseOutcomes.$inferSelect
/** `release`: locked. */
export type Counted = {
  readonly release: Pick<typeof releases.$inferSelect, 'id' | 'round'>
  readonly outcome: Outcome
  readonly now: Date
}

/** The outcomes of an account that count for what is counted now. */
export function isOfAccount({ id, round }: Counted['release'], userId: number): SQL | undefined {
  return and(
    eq(releaseOutcomes.releaseId, id),
    eq(releaseOutcomes.userId, userId),
    eq(releaseOutcomes.round, round),
    releaseOutcomes.isCounted,
  )
}

/** The tests of these kinds that an outcome counts for. */
function isTestOf(outcome: Outcome, kinds: readonly TestKind[]): SQL | undefined {
  const these = kinds.map((kind) => and(eq(releaseTests.kind, kind), eq(releaseTests.name, nameOf(kind, outcome))))
  return and(eq(releaseTests.releaseId, outcome.releaseId), or(sql`false`, ...these))
}

function nameOf(kind: TestKind, { hardwareVersion, appBuild, browser }: Outcome): string {
  const named: Readonly<Partial<Record<TestKind, unknown>>> = { hardware: hardwareVersion, build: appBuild, browser }
  return kind in named ? String(named[kind]) : ''
}

/**
 * Counts a failure in the tests of these kinds, and halts the release, or pauses its plan, where one of them reaches its limit. Returns the kinds in
 * which it counts: the first failures of each test come from as many accounts, so that nobody alone halts a release, by whatever they report. What
 * began before the release was resumed belongs to the count before.
 * @param hasFailed whether another outcome of the account failed in the same way
 */
export async function countFailure(
  db: Database,
  { release, outcome, now }: Counted,
  kinds: readonly TestKind[],
  hasFailed: (other: Outcome) => boolean,
): Promise<TestKind[]> {
  if (!outcome.isCounted || outcome.round !== release.round) return []
  await sumOutcomes(db, release)
  const others = (await findOthers(db, release, outcome)).filter(hasFailed)
  const hasAccountFailed = (kind: TestKind) => others.some((other) => nameOf(kind, other) === nameOf(kind, outcome))
  const tests = await db.select().from(releaseTests).where(isTestOf(outcome, kinds))
  const counted = tests.filter(({ kind, failures }) => isCountedFailure(failures, hasAccountFailed(kind))).map(({ kind }) => kind)
  const after = await db
    .update(releaseTests)
    .set({ failures: sql`${releaseTests.failures} + 1` })
    .where(isTestOf(outcome, counted))
    .returning()
  await haltAtLimit(db, release.id, after, now)
  return counted
}

/** Other detectors of its account that count: a few at most. */
async function findOthers(db: Database, release: Counted['release'], { userId, productTypeId, serialNumber }: Outcome): Promise<Outcome[]> {
  if (userId === null) return []
  const isOther = or(ne(releaseOutcomes.productTypeId, productTypeId), ne(releaseOutcomes.serialNumber, serialNumber))
  return db
    .select()
    .from(releaseOutcomes)
    .where(and(isOfAccount(release, userId), isOther))
}

async function haltAtLimit(db: Database, releaseId: number, tests: readonly Test[], now: Date): Promise<void> {
  const found = tests
    .filter((test) => isHalting(ratesAt(test.expected), test, limitOf(test.kind, test.place)))
    .toSorted((one, other) => testKinds.indexOf(one.kind) - testKinds.indexOf(other.kind))
  const [halting] = found.filter(({ kind }) => !isOfPortal(kind)).map(toFound)
  const pausing = found.filter(({ kind }) => isOfPortal(kind)).map(toFound)
  if (halting !== undefined) await haltBy(db, releaseId, halting, now)
  else if (pausing.length > 0) await pauseBy(db, releaseId, pausing, now)
}

function toFound({ kind, name, outcomes, failures, expected, before }: Test): TestFound {
  return { kind, name, outcomes, failures, expected, before }
}
