/**
 * Rate limits: at most so many uses within any time window of a given length, counted in the database for all servers together.
 *
 * Not rate-limiter-flexible: it counts in fixed windows, so that "five an hour" can become ten within a minute, and it reads the machine's
 * clock instead of the server context's, so that tests could not move time forward.
 */
import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { instantsAfter, withoutInstant } from '../db/instants.ts'
import { rateLimits } from '../db/tables.ts'
import { type GuessLimit, reservationMs } from './guessLimit.ts'

export type RateLimit = { readonly name: string; readonly max: number; readonly windowMs: number }

/**
 * Counts a use for `key`. Returns null, or the milliseconds to wait if the limit is reached. A single statement, so that concurrent
 * requests cannot exceed the limit.
 */
export async function tryConsume(db: Database, limit: RateLimit, key: string | number, now: Date): Promise<number | null> {
  if (await addUse(db, limit, key, now, [])) return null
  return (await readUses(db, limit, key, now)).waitMs
}

/** Like `tryConsume`, but throws `too.many.requests.error` if the limit is reached. */
export async function consume(db: Database, limit: RateLimit, key: string | number, now: Date): Promise<void> {
  const waitMs = await tryConsume(db, limit, key, now)
  if (waitMs !== null) throw tooManyRequests(waitMs)
}

/** Takes back a use that was counted at `now`, because it came to nothing. */
export async function refund(db: Database, limit: RateLimit, key: string | number, now: Date): Promise<void> {
  await db
    .update(rateLimits)
    .set({ takenAt: withoutInstant(rateLimits.takenAt, now) })
    .where(eq(rateLimits.key, keyOf(limit, key)))
}

/** Milliseconds until a use is allowed, without counting one; 0 if it is allowed now. */
export async function remainingWaitMs(db: Database, limit: RateLimit, key: string | number, now: Date): Promise<number> {
  const { isLeft, waitMs } = await readUses(db, limit, key, now)
  return isLeft ? 0 : waitMs
}

/** How many uses count at present. */
export async function countUses(db: Database, limit: RateLimit, key: string | number, now: Date): Promise<number> {
  return (await readUses(db, limit, key, now)).used
}

/** A limit of wrong guesses. Only wrong guesses count; others wait while all remaining tries are being checked. */
export function limitGuesses(db: Database, limit: RateLimit, key: string | number, now: Date): GuessLimit {
  return {
    key: keyOf(limit, key),
    async reserve() {
      if (await addUse(db, limit, key, now, [now])) return true
      const { waitMs, isLeft, isBeingChecked } = await readUses(db, limit, key, now)
      if (!isLeft && !isBeingChecked) throw tooManyRequests(waitMs)
      return false
    },
    async settle(outcome) {
      const takenAt = outcome === 'wrong' ? {} : { takenAt: withoutInstant(rateLimits.takenAt, now) }
      await db
        .update(rateLimits)
        .set({ ...takenAt, checking: withoutInstant(rateLimits.checking, now) })
        .where(eq(rateLimits.key, keyOf(limit, key)))
    },
  }
}

async function addUse(db: Database, limit: RateLimit, key: string | number, now: Date, checking: Date[]): Promise<boolean> {
  const counting = instantsAfter(rateLimits.takenAt, before(now, limit.windowMs))
  const taken = await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, key), takenAt: [now], checking, expiresAt: new Date(now.getTime() + limit.windowMs) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        takenAt: sql`${counting} || excluded.taken_at`,
        checking: sql`${rateLimits.checking} || excluded.checking`,
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: sql`cardinality(${counting}) < ${limit.max}`,
    })
    .returning({ key: rateLimits.key })
  return taken.length > 0
}

async function readUses(db: Database, limit: RateLimit, key: string | number, now: Date) {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, keyOf(limit, key)))
  const counting = row?.takenAt.filter((taken) => taken > before(now, limit.windowMs)) ?? []
  const oldest = Math.min(now.getTime(), ...counting.map((taken) => taken.getTime()))
  return {
    waitMs: Math.max(1, oldest + limit.windowMs - now.getTime()),
    used: counting.length,
    isLeft: counting.length < limit.max,
    isBeingChecked: row?.checking.some((began) => began > before(now, reservationMs)) ?? false,
  }
}

function tooManyRequests(waitMs: number): AppError {
  return new AppError('too.many.requests.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}

function keyOf({ name }: RateLimit, key: string | number): string {
  return `${name}:${key}`
}
