/**
 * Where the pages of a very long list begin. To count off half a million rows takes the database 40 ms at each request; from the row that
 * stood at the 500,000th place some seconds ago, it is one step through the index. Knows no entity.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './connect.ts'

/** Rows from one landmark to the next: to count these off takes a third of a millisecond. */
const strideRows = 5_000
/** Landmarks of this age are looked for anew. */
const freshMs = 10_000
/** Until the new ones are there, those before serve, but not for longer. */
const usefulMs = 20_000

/** Nearer pages are found as quickly by counting from the beginning. */
const farRows = 20_000

/** One row's place in an order: all that decides it. */
type Landmark = { readonly key: unknown; readonly id: number }

type Order = {
  readonly table: PgTable
  readonly id: PgColumn
  /** What is sorted by before the id, if anything is; never null in any row. */
  readonly key: SQL | Column | undefined
  readonly isDescending: boolean
  readonly where: SQL | undefined
  /** Of this table, condition and order, and of no other. */
  readonly name: string
}

type Walk = { readonly marks: readonly Landmark[]; readonly endedAt: number }
type Walks = { readonly ended: Map<string, Walk>; readonly running: Set<string> }
const walksOf = new WeakMap<Database, Walks>()

type Start = {
  /** Holds for the landmark and all that follows it. */
  readonly isFrom: SQL
  /** How many of those stand before the page. */
  readonly passed: number
}

/**
 * Where to begin for the page whose first row is number `first`, counted from 0. undefined where that is the beginning, or no landmark is
 * known: nobody waits for the walk through the index that finds them, which takes some tenths of a second. A row that has come or gone since
 * then shifts the pages up to the next landmark, and no others.
 */
export function landmarkBefore(db: Database, order: Order, first: number): Start | undefined {
  if (first < farRows) return undefined
  const walks = walksOf.get(db) ?? { ended: new Map<string, Walk>(), running: new Set<string>() }
  walksOf.set(db, walks)
  const known = walks.ended.get(order.name)
  const ageMs = known === undefined ? Infinity : performance.now() - known.endedAt
  if (ageMs > freshMs && !walks.running.has(order.name)) void walk(db, order, walks)
  const place = Math.floor(first / strideRows)
  const mark = known?.marks[place]
  if (mark === undefined || ageMs > usefulMs) return undefined
  const { id, key = id, isDescending } = order
  const isFrom = sql`(${key}, ${id}) ${sql.raw(isDescending ? '<=' : '>=')} (${mark.key}, ${mark.id})`
  return { isFrom, passed: first - place * strideRows }
}

async function walk(db: Database, order: Order, { ended, running }: Walks): Promise<void> {
  running.add(order.name)
  try {
    const marks = await findMarks(db, order)
    ended.set(order.name, { marks, endedAt: performance.now() })
    for (const [name, { endedAt }] of ended) if (performance.now() - endedAt > usefulMs) ended.delete(name)
  } catch {
    // The list is right without landmarks, only slower; a database that is down is reported by the request itself.
  } finally {
    running.delete(order.name)
  }
}

async function findMarks(db: Database, { table, id, key = id, isDescending, where }: Order): Promise<Landmark[]> {
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const row = db
    .select({
      key: sql`${key}`.as('key'),
      id: sql<number>`${id}`.mapWith(Number).as('row_id'),
      place: sql<number>`row_number() over (order by ${key} ${direction}, ${id} ${direction})`.as('place'),
    })
    .from(table)
    .where(where)
    .as('row')
  return db
    .select({ key: row.key, id: row.id })
    .from(row)
    .where(sql`${row.place} % ${sql.raw(String(strideRows))} = 1`)
    .orderBy(row.place)
}
