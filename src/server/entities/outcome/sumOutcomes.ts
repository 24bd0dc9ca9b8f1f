/** Adds outcomes to the counts that are watched: when a failure is judged, and every minute. */
import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { releaseOutcomes, releases, releaseTests } from '../../db/tables.ts'
import { countingLock } from './reportedUpdate.ts'

type Release = Pick<typeof releases.$inferSelect, 'id' | 'round'>

/** Whether a test counts an outcome. */
export const isCountedBy: SQL<boolean> = sql`case ${releaseTests.kind}
  when 'hardware' then ${releaseTests.name} = ${releaseOutcomes.hardwareVersion}::text
  when 'build' then ${releaseTests.name} = ${releaseOutcomes.appBuild}::text
  when 'browser' then ${releaseTests.name} = ${releaseOutcomes.browser}
  else true end`

/** Those of a release, or of the row of `releases` beside them, that are not in the counts yet. */
export function isUnsummed(release: Release | typeof releases): SQL | undefined {
  const { releaseId, round, isCounted, isSummed } = releaseOutcomes
  return and(eq(releaseId, release.id), eq(round, release.round), isCounted, sql`not ${isSummed}`)
}

/** The release is locked. */
export async function sumOutcomes(db: Database, release: Release): Promise<void> {
  await db.execute(sql`
    with summed as (
      update release_outcomes set is_summed = true where ${isUnsummed(release)}
      returning hardware_version, app_build, browser
    ), added as (
      select release_tests.kind, release_tests.name, count(*) as outcomes
      from release_tests
      inner join summed as release_outcomes on ${isCountedBy}
      where release_tests.release_id = ${release.id}
      group by release_tests.kind, release_tests.name
    )
    update release_tests set outcomes = release_tests.outcomes + added.outcomes
    from added
    where release_tests.release_id = ${release.id} and release_tests.kind = added.kind and release_tests.name = added.name`)
}

/** Before too many wait for the next failure, which would take long then. */
export async function sumAll(db: Database): Promise<void> {
  const isWaiting = exists(
    db
      .select({ one: sql`1` })
      .from(releaseOutcomes)
      .where(isUnsummed(releases)),
  )
  for (const { id } of await db.select({ id: releases.id }).from(releases).where(isWaiting).orderBy(releases.id))
    await db.transaction(async (transaction) => {
      const [release] = await transaction.select().from(releases).where(eq(releases.id, id)).for(countingLock)
      if (release !== undefined) await sumOutcomes(transaction, release)
    })
}
