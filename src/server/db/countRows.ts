/** How many rows a list has. Knows no entity. */
import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './connect.ts'

/** Counting these takes longer than reading a page of them. */
const manyRows = 50_000
const keptMs = 10_000

type Total = { readonly rows: number; readonly expiresAt: number }
type Counts = { readonly kept: Map<string, Total>; readonly running: Map<string, Promise<number>> }
const counts = new WeakMap<Database, Counts>()

/**
 * Exact for lists of ordinary length. The total of a very long one may be ten seconds old, and whoever asks while it is being renewed gets
 * the one before: nobody sees the difference between 1,000,000 and 1,000,003, and everybody would wait for it.
 */
export async function countRows(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const query = db.select({ rows: count() }).from(table).where(where)
  const { sql: text, params } = query.toSQL()
  const key = JSON.stringify([text, params])
  const { kept, running } = countsOf(db)
  const known = kept.get(key)
  if (known !== undefined && (known.expiresAt > performance.now() || running.has(key))) return known.rows

  const counting = query.then(([row]) => row?.rows ?? 0).finally(() => running.delete(key))
  if (known !== undefined) running.set(key, counting)
  const rows = await counting
  kept.delete(key)
  if (rows >= manyRows) kept.set(key, { rows, expiresAt: performance.now() + keptMs })
  return rows
}

function countsOf(db: Database): Counts {
  const known = counts.get(db) ?? { kept: new Map<string, Total>(), running: new Map<string, Promise<number>>() }
  counts.set(db, known)
  return known
}
