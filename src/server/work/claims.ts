/**
 * Claims on pieces of work. A claim is a lease that its server renews: once that was killed, the lease runs out and another server takes the
 * piece. All times are the database's.
 */
import { and, asc, eq, inArray, lte, notExists, notInArray, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import { dueWork } from '../db/tables.ts'
import { isNotRestored } from '../installation/restored.ts'
import { hourMs } from '../limits/durations.ts'
import type { TakenKinds } from './workKind.ts'

/** What one server takes of a lane. */
export type LaneOfServer = TakenKinds & {
  readonly name: string
  /** All kinds of the lane, whether this server takes them or not. */
  readonly all: readonly string[]
}

export type Claim = {
  readonly kind: string
  readonly key: string
  readonly dueAt: Date
  /** 1 at the first attempt. `schedule` sets the row's to 0: so it shows that the piece was scheduled anew meanwhile. */
  readonly attempts: number
  readonly claimedBy: string
}

/** A claim that lasts longer was made while the database's clock was wrong. */
const claimMaxMs = hourMs

const later = (ms: number) => sql`now() + ${ms}::integer * interval '1 millisecond'`

/** SQL condition that a server does the piece now. */
export function isClaimed(claimedUntil: SQLWrapper): SQL {
  return sql`coalesce(${claimedUntil} > now() and ${claimedUntil} < ${later(claimMaxMs)}, false)`
}

/** SQL condition that the work does not wait for somebody to put a restored installation back into service. */
export function isInService(db: Database, waiting: readonly string[]): SQL | undefined {
  return waiting.length === 0 ? undefined : or(notInArray(dueWork.kind, [...waiting]), isNotRestored(db))
}

/** The piece of the lane that has been due for longest. Undefined if none is due, or a server does one of the lane. */
export async function takeWork(
  db: Database,
  { name, all, taken, waiting }: LaneOfServer,
  { server, leaseMs }: { server: string; leaseMs: number },
): Promise<Claim | undefined> {
  return db.transaction(async (transaction) => {
    // Two servers that look at the same time would each find a piece, and none that is claimed.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lane ${name}`}, 0))`)
    const other = alias(dueWork, 'other')
    const isLaneBusy = transaction
      .select({ one: sql`1` })
      .from(other)
      .where(and(inArray(other.kind, [...all]), isClaimed(other.claimedUntil)))
    const isDue = and(inArray(dueWork.kind, [...taken]), lte(dueWork.dueAt, sql`now()`), isInService(transaction, waiting))
    const next = transaction
      .select({ kind: dueWork.kind, key: dueWork.key })
      .from(dueWork)
      .where(and(isDue, notExists(isLaneBusy)))
      .orderBy(asc(dueWork.dueAt), asc(dueWork.kind), asc(dueWork.key))
      .limit(1)
      // Who holds the row changes it, or takes it out.
      .for('update', { skipLocked: true })
    const [claimed] = await transaction
      .update(dueWork)
      .set({ claimedBy: server, claimedUntil: later(leaseMs), attempts: sql`${dueWork.attempts} + 1` })
      .where(sql`(${dueWork.kind}, ${dueWork.key}) = ${next}`)
      .returning({ kind: dueWork.kind, key: dueWork.key, dueAt: dueWork.dueAt, attempts: dueWork.attempts })
    return claimed && { ...claimed, claimedBy: server }
  })
}

/** Returns false if the piece is not this server's any more. */
export async function renewClaim(db: Database, claim: Claim, leaseMs: number): Promise<boolean> {
  const renewed = await db
    .update(dueWork)
    .set({ claimedUntil: later(leaseMs) })
    .where(isHeld(claim))
    .returning({ kind: dueWork.kind })
  return renewed.length > 0
}

/** SQL condition that the piece is still this server's. */
export function isHeld({ kind, key, claimedBy }: Claim): SQL | undefined {
  return and(eq(dueWork.kind, kind), eq(dueWork.key, key), eq(dueWork.claimedBy, claimedBy))
}
