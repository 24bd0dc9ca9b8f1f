/** SQL for columns that hold a list of timestamps. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** With an explicit type, so that PostgreSQL does not have to infer it. */
export function toTimestamp(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz(3)`
}

/** The timestamps after `since`, oldest first. */
export function instantsAfter(list: SQLWrapper, since: Date): SQL {
  return sql`array(select instant from unnest(${list}) as instant where instant > ${toTimestamp(since)} order by instant)`
}

/** The list without one timestamp equal to `instant`, or unchanged if there is none. */
export function withoutInstant(list: SQLWrapper, instant: Date): SQL {
  const place = sql`coalesce(array_position(${list}, ${toTimestamp(instant)}), cardinality(${list}) + 1)`
  return sql`(${list}[:${place} - 1] || ${list}[${place} + 1:])`
}
