/**
 * Reads the ids of all rows in an order, a page at a time. Each page begins behind the last row of the one before (its key and id), not at
 * a number of rows: an index finds that place at once, and rows that come or go meanwhile shift no page. Nothing is held between two pages,
 * neither a transaction nor a connection. Knows no list.
 */
import { and, asc, type Column, desc, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { findCounted, type OrderedRows } from './findPage.ts'

/** `key` is as the driver reads it, so that the database gets back what it sent. */
type PageEnd = { readonly id: number; readonly key: unknown }

/** A row whose key changes meanwhile may be left out or come twice. Every other row comes once. */
export async function* keysetPages(db: Database, ordered: OrderedRows, rowsPerPage: number): AsyncGenerator<readonly number[]> {
  const { key, where, sortDesc, isSearch } = ordered
  if (isSearch) {
    // Most searches find few rows. Only `findCounted` is sure to use their index.
    const { ids, totalRows } = await findCounted(db, ordered, { first: 0, rows: rowsPerPage })
    if (totalRows === ids.length) {
      yield ids
      return
    }
  }
  if (key === undefined) {
    yield* pagesOfPart(db, ordered, rowsPerPage)
    return
  }
  // A comparison with null is never true, so rows without a key are read by themselves. PostgreSQL sorts them behind all others.
  const parts = [isNotNull(key), isNull(key)]
  for (const part of sortDesc ? parts.toReversed() : parts) {
    yield* pagesOfPart(db, { ...ordered, where: and(where, part) }, rowsPerPage)
  }
}

async function* pagesOfPart(db: Database, ordered: OrderedRows, rowsPerPage: number): AsyncGenerator<readonly number[]> {
  let last: PageEnd | undefined
  let isFull = true
  while (isFull) {
    const rows = await readPage(db, ordered, last, rowsPerPage)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    last = rows.at(-1)
    isFull = rows.length === rowsPerPage
  }
}

async function readPage(
  db: Database,
  { table, where, key, sortDesc }: OrderedRows,
  last: PageEnd | undefined,
  rowsPerPage: number,
): Promise<PageEnd[]> {
  const direction = sortDesc ? desc : asc
  const { id } = table
  return db
    .select({ id: sql<number>`${id}`.mapWith(Number), key: sql<unknown>`${key ?? id}` })
    .from(table)
    .where(and(where, last && isBehind(table.id, key, last, sortDesc)))
    .orderBy(...(key === undefined ? [] : [direction(key)]), direction(id))
    .limit(rowsPerPage)
}

function isBehind(id: PgColumn, key: SQL | Column | undefined, last: PageEnd, sortDesc: boolean): SQL {
  // In the part of the rows without a key all keys are alike.
  if (key === undefined || last.key === null) return sortDesc ? lt(id, last.id) : gt(id, last.id)
  return sql`(${key}, ${id}) ${sortDesc ? sql`<` : sql`>`} (${last.key}, ${last.id})`
}
