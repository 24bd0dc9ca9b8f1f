/** Columns that hold a list of instants, in SQL. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** As a parameter whose type the database need not guess. */
export function at(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz(3)`
}

/** Those after `since`, the oldest first. */
export function instantsAfter(list: SQLWrapper, since: Date): SQL {
  return sql`array(select instant from unnest(${list}) as instant where instant > ${at(since)} order by instant)`
}

/** All but one that equals `instant`; all where none does. */
export function withoutInstant(list: SQLWrapper, instant: Date): SQL {
  const place = sql`coalesce(array_position(${list}, ${at(instant)}), cardinality(${list}) + 1)`
  return sql`(${list}[:${place} - 1] || ${list}[${place} + 1:])`
}
