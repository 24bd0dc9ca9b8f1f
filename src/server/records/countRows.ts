/** Counts the rows of a list. Knows no entity. */
import { count as rowCount, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'

/** Above this, counting takes longer than reading a page. */
const manyRows = 50_000
const freshMs = 10_000
/** No total is older than this, even while it is being refreshed. */
const usefulMs = 20_000

type Total = { readonly rows: number; readonly countedAt: number }
type Counts = { readonly kept: Map<string, Total>; readonly running: Map<string, Promise<number>> }
const counts = new WeakMap<Database, Counts>()

/**
 * Exact for lists of ordinary length. The total of a very long list may be ten seconds old, and requests during a refresh get the previous
 * total: nobody notices the difference between 1,000,000 and 1,000,003, and counting would delay everybody. `name` identifies the table and
 * condition.
 */
export async function countRows(db: Database, table: PgTable, where: SQL | undefined, name: string): Promise<number> {
  const { kept, running } = countsOf(db)
  const known = kept.get(name)
  const ageMs = known === undefined ? Infinity : performance.now() - known.countedAt
  const isRunning = running.has(name)
  if (known !== undefined && (ageMs < freshMs || (isRunning && ageMs < usefulMs))) return known.rows

  const counting = running.get(name) ?? count(db, table, where).finally(() => running.delete(name))
  if (known !== undefined) running.set(name, counting)
  const rows = await counting
  for (const [other, { countedAt }] of kept) if (other === name || performance.now() - countedAt > usefulMs) kept.delete(other)
  if (rows >= manyRows) kept.set(name, { rows, countedAt: performance.now() })
  return rows
}

async function count(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ rows: rowCount() }).from(table).where(where)
  return row?.rows ?? 0
}

function countsOf(db: Database): Counts {
  const known = counts.get(db) ?? { kept: new Map<string, Total>(), running: new Map<string, Promise<number>>() }
  counts.set(db, known)
  return known
}
