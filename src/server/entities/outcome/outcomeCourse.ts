/** How the count of a release went, at times that lie evenly from its first outcome until now. */
import { sql } from 'drizzle-orm'
import { stepAfterMs } from '../../../contract/releasePlan.ts'
import type { ShownOutcomes } from '../../../contract/shownOutcomes.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import type { releases } from '../../db/tables.ts'

const timesMax = 120

/**
 * Each outcome is a few changes of the counts: it begins; it fails; a day after it began it counts for the next step, unended as a failure; and
 * if it succeeds later than that, as a failure no more.
 */
export async function findCourse(
  db: Database,
  { id, round }: Pick<typeof releases.$inferSelect, 'id' | 'round'>,
): Promise<ShownOutcomes['course']> {
  const result = await db.execute(sql`
    with counted as (
      select began_at, ended_at, failure, is_failure_counted, is_beta, began_at + ${stepAfterMs} * interval '1 millisecond' as ripe_at
      from release_outcomes
      where release_id = ${id} and round = ${round} and is_counted
    ), changes as (
      select began_at as at, 1 as begun, 0 as failed, 0 as ripe, 0 as ripe_failed from counted
      union all
      select ended_at, 0, 1, 0, 0 from counted where is_failure_counted
      union all
      select ripe_at, 0, 0, 1, (is_failure_counted or ended_at is null or ended_at > ripe_at)::integer
      from counted where not is_beta and ripe_at <= now() and (is_failure_counted or failure is null)
      union all
      select ended_at, 0, 0, 0, -1 from counted where not is_beta and failure is null and ended_at > ripe_at
    ), times as (
      select first + (now() - first) * place / ${timesMax}::integer as at
      from (select min(began_at) as first from counted) as earliest
      cross join generate_series(1, ${timesMax}::integer) as places(place)
      where first is not null
    ), course as (
      select at, true as is_time, 0 as begun, 0 as failed, 0 as ripe, 0 as ripe_failed from times
      union all
      select at, false, begun, failed, ripe, ripe_failed from changes
    ), sums as (
      select at, is_time, sum(begun) over upto as outcomes, sum(failed) over upto as failures, sum(ripe) over upto as ripe_outcomes,
        sum(ripe_failed) over upto as ripe_failures
      from course
      window upto as (order by at, is_time)
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, outcomes::integer, failures::integer,
      ripe_outcomes::integer as "ripeOutcomes", ripe_failures::integer as "ripeFailures"
    from sums where is_time order by sums.at`)
  return rowsOf(result).map(({ at, outcomes, failures, ripeOutcomes, ripeFailures }) => ({
    at: String(at),
    outcomes: Number(outcomes),
    failures: Number(failures),
    forStep: { outcomes: Number(ripeOutcomes), failures: Number(ripeFailures) },
  }))
}
