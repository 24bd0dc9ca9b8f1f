/** When work of a lane is due. The database's clock says what time it is. */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { toTimestamp } from '../db/instants.ts'
import type { Database } from '../db/connect.ts'
import { dueWork } from '../db/tables.ts'
import { isInService, type LaneOfServer } from './claims.ts'
import { retryMaxMs } from './workKind.ts'

/** The database's. */
export async function readNow(db: Database): Promise<Date> {
  const [row] = await db.select({ ms: sql<number>`(extract(epoch from now()) * 1000)::float8` }).from(sql`(select 1) as one`)
  return new Date(row?.ms ?? NaN)
}

type Due = {
  /** In how many milliseconds the first piece is due; undefined if there is none. */
  readonly firstMs: number | undefined
  /** The last one of what is done again and again. */
  readonly lastMs: number | undefined
}

const inMs = (dueAt: SQL) => sql<number | null>`(extract(epoch from ${dueAt} - now()) * 1000)::float8`

export async function findDue(db: Database, { taken, waiting }: LaneOfServer): Promise<Due> {
  const [row] = await db
    .select({
      firstMs: inMs(sql`min(${dueWork.dueAt})`),
      lastMs: inMs(sql`max(${dueWork.dueAt}) filter (where ${dueWork.key} = '')`),
    })
    .from(dueWork)
    .where(and(inArray(dueWork.kind, [...taken]), isInService(db, waiting)))
  return { firstMs: row?.firstMs ?? undefined, lastMs: row?.lastMs ?? undefined }
}

export type Repeating = { readonly kind: string; readonly every: (now: Date) => Date }

/** What is done again and again is due at once in a new installation. */
export async function seedRepeating(db: Database, repeating: readonly Repeating[]): Promise<void> {
  for (const { kind } of repeating)
    await db
      .insert(dueWork)
      .values({ kind, dueAt: sql`now()` })
      .onConflictDoNothing()
}

/** Of a clock that was wrong, and is right again: what it has put off for years is due as if it was done now. */
export async function bringForward(db: Database, repeating: readonly Repeating[]): Promise<void> {
  const now = await readNow(db)
  for (const { kind, every } of repeating) {
    const next = every(now)
    // A failure may have put it off.
    const latest = new Date(Math.max(next.getTime(), now.getTime() + retryMaxMs) + 1000)
    await db
      .update(dueWork)
      .set({ dueAt: next })
      .where(and(eq(dueWork.kind, kind), eq(dueWork.key, ''), gt(dueWork.dueAt, toTimestamp(latest))))
  }
}
