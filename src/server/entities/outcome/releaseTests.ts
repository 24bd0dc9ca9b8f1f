/** What is watched of a release, and what it expects of each: written down once, so that nothing shifts while outcomes come in. */
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { type Count, leastOutcomesBefore, ratesOfKind, type TestKind } from '../../../contract/haltingRule.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwareProducts, firmwares, type releaseOutcomes, releaseTests, userProducts } from '../../db/tables.ts'
import { findBefore } from './versionBefore.ts'

type Test = typeof releaseTests.$inferSelect
type NewTest = Required<Pick<typeof releaseTests.$inferInsert, 'kind' | 'name' | 'expected' | 'before'>>

/** Does nothing where they are there. Called before a release's first outcome is counted, and when a plan begins; the caller has locked the release. */
export async function freezeTests(db: Database, releaseId: number): Promise<Test[]> {
  const frozen = await findTests(db, releaseId)
  if (frozen.length > 0) return frozen
  const before = await findBefore(db, releaseId)
  const all = testOf('all', before?.all ?? null)
  const ofHardware = (version: number): NewTest => {
    const count = before?.byHardware.get(version) ?? null
    const its = count !== null && count.outcomes >= leastOutcomesBefore ? testOf('hardware', count) : { ...all, before: count }
    return { ...its, kind: 'hardware', name: String(version) }
  }
  await addTests(db, releaseId, [
    all,
    testOf('empty', before?.empty ?? null),
    testOf('silent', before?.silent ?? null),
    ...(await findHardware(db, releaseId)).map(ofHardware),
  ])
  return findTests(db, releaseId)
}

async function findTests(db: Database, releaseId: number): Promise<Test[]> {
  return db.select().from(releaseTests).where(eq(releaseTests.releaseId, releaseId))
}

/** What would be expected of a release if its first outcome came now; what is frozen stays. */
export async function findExpected(db: Database, releaseId: number): Promise<number> {
  const { expected } = releaseTests
  const isAll = and(eq(releaseTests.releaseId, releaseId), eq(releaseTests.kind, 'all'))
  const [frozen] = await db.select({ expected }).from(releaseTests).where(isAll)
  return frozen?.expected ?? testOf('all', (await findBefore(db, releaseId))?.all ?? null).expected
}

function testOf(kind: TestKind, before: Count | null): NewTest {
  return { kind, name: '', expected: ratesOfKind(kind, before).expected, before }
}

type Portal = Pick<typeof releaseOutcomes.$inferSelect, 'releaseId' | 'appBuild' | 'browser'>

/** Whether everything is watched that an outcome counts for. */
export async function isWatched(db: Database, portal: Portal): Promise<boolean> {
  const known = await findTests(db, portal.releaseId)
  return known.length > 0 && findMissing(known, portal).length === 0
}

/** A build or a browser is watched from its first outcome on. The release is locked where something is missing. */
export async function watchOutcome(db: Database, portal: Portal): Promise<void> {
  const known = await freezeTests(db, portal.releaseId)
  const { expected, before } = single(known.filter(({ kind }) => kind === 'all'))
  const added = findMissing(known, portal).map(({ kind, name }) => ({ kind, name, expected, before }))
  await addTests(db, portal.releaseId, added)
}

function findMissing(known: readonly Test[], { appBuild, browser }: Portal) {
  const named = [
    ...(appBuild === null ? [] : [{ kind: 'build' as const, name: String(appBuild) }]),
    ...(browser === null ? [] : [{ kind: 'browser' as const, name: browser }]),
  ]
  return named.filter((one) => !known.some((test) => test.kind === one.kind && test.name === one.name))
}

async function addTests(db: Database, releaseId: number, tests: readonly NewTest[]): Promise<void> {
  for (const test of tests) {
    const place = sql`(select count(*) + 1 from release_tests where release_id = ${releaseId} and kind = ${test.kind})`
    await db
      .insert(releaseTests)
      .values({ releaseId, ...test, place })
      .onConflictDoNothing()
  }
}

/** Those with the most detectors first: the first of the list halts soonest. */
async function findHardware(db: Database, releaseId: number): Promise<number[]> {
  const ofIt = db
    .select({ id: firmwareProducts.productId })
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(eq(firmwares.releaseId, releaseId))
  const rows = await db
    .select({ version: userProducts.materialVersion })
    .from(userProducts)
    .where(and(inArray(userProducts.productId, ofIt), not(userProducts.isDeleted)))
    .groupBy(userProducts.materialVersion)
    .orderBy(sql`count(*) desc`, userProducts.materialVersion)
  return rows.map(({ version }) => version)
}
