/** Finds the ids of one page of a table, and how many rows there are. Knows no list. */
import { asc, type Column, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { countRows } from './countRows.ts'

/** The rows that a list shows, in their order. */
export type OrderedRows = {
  readonly table: PgTable & { readonly id: PgColumn }
  readonly where: SQL | undefined
  /** Identifies `where` on this table; its count is cached under this key. */
  readonly countKey: string
  /** Rows with the same key are in the order of their ids, so that no row appears on two pages. undefined: ids alone. */
  readonly key: SQL | Column | undefined
  readonly sortDesc: boolean
  /** A search finds its few rows by another index than that of the order. */
  readonly isSearch: boolean
  /** A statement that selects as `id` what `where` finds, where indexes alone can answer it. */
  readonly foundIds?: SQL | undefined
}

type Range = { readonly first: number; readonly rows: number }
type Page = { readonly ids: readonly number[]; readonly totalRows: number }

export async function findPage(db: Database, ordered: OrderedRows, { first, rows: most }: Range): Promise<Page> {
  // Counting a search costs as much as running it, so one statement does both.
  const counted = ordered.isSearch ? await findCounted(db, ordered, { first, rows: most }) : undefined
  if (counted !== undefined && counted.ids.length > 0) return counted

  const totalRows = await countRows(db, ordered.table, ordered.where, ordered.countKey)
  const rows = Math.min(most, totalRows - first)
  if (rows <= 0) return { ids: [], totalRows }
  // Reads from the nearer end, so that the last page of a million rows is as fast as the first.
  if (first <= totalRows / 2) return { ids: await findRows(db, ordered, { first, rows }), totalRows }
  const backwards = { ...ordered, sortDesc: !ordered.sortDesc }
  const ids = await findRows(db, backwards, { first: totalRows - first - rows, rows })
  return { ids: ids.toReversed(), totalRows }
}

async function findRows(db: Database, { table, where, key, sortDesc }: OrderedRows, { first, rows }: Range): Promise<number[]> {
  const direction = sortDesc ? desc : asc
  const { id } = table
  const found = await db
    .select({ id: sql<number>`${id}`.mapWith(Number) })
    .from(table)
    .where(where)
    .orderBy(...(key === undefined ? [] : [direction(key)]), direction(id))
    .limit(rows)
    .offset(first)
  return found.map((row) => row.id)
}

/**
 * Finds a page together with the total, which is 0 behind the last row. The count is in a subquery: beside `order by id limit 50` the planner
 * would scan all rows in the order of ids instead of using the index that finds the few matches.
 */
export async function findCounted(db: Database, ordered: OrderedRows, { first, rows }: Range): Promise<Page> {
  const { table, where, key, sortDesc, foundIds } = ordered
  const direction = sortDesc ? desc : asc
  const { id } = table
  // In the table's place: another key than the id would have to be read from the rows.
  const byIds = key === undefined && foundIds !== undefined ? sql`(${foundIds}) as ${sql.identifier(getTableName(table))}` : undefined
  const found = db
    .select({
      id: sql<number>`${id}`.mapWith(Number).as('found_id'),
      key: sql`${key ?? id}`.as('key'),
      totalRows: sql<number>`count(*) over ()`.mapWith(Number).as('total_rows'),
    })
    .from(byIds ?? table)
    .where(byIds ? undefined : where)
    .as('found')
  const page = await db
    .select({ id: found.id, totalRows: found.totalRows })
    .from(found)
    .orderBy(direction(found.key), direction(found.id))
    .limit(rows)
    .offset(first)
  return { ids: page.map((row) => row.id), totalRows: page[0]?.totalRows ?? 0 }
}
