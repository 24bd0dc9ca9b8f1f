/**
 * How often a thing may be done: at most so many times in any span of so long, counted in the database for all servers together.
 *
 * Our own and not rate-limiter-flexible: that one counts in fixed windows, so that "five an hour" may be ten within a minute, and reads
 * the machine's clock, not the server's, so that no test could let an hour pass.
 */
import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { instantsAfter, withoutInstant } from '../db/instants.ts'
import { budgets } from '../db/tables.ts'
import { type GuessLimit, reservationMs } from './guessLimit.ts'

export type Budget = { readonly name: string; readonly max: number; readonly windowMs: number }

/**
 * Takes one from what `who` has left. Gives null, or where nothing is left the milliseconds until there is. One statement, so that of any
 * number of requests at once no more than the budget allows get through.
 */
export async function takeFrom(db: Database, budget: Budget, who: string | number, now: Date): Promise<number | null> {
  if (await take(db, budget, who, now, [])) return null
  return (await readSpent(db, budget, who, now)).waitMs
}

/** The same, but throws `too.many.requests.error` where nothing is left. */
export async function spend(db: Database, budget: Budget, who: string | number, now: Date): Promise<void> {
  const waitMs = await takeFrom(db, budget, who, now)
  if (waitMs !== null) throw tooMany(waitMs)
}

/** Milliseconds until there is one to take, without taking it; 0 where there is one. */
export async function remainingWait(db: Database, budget: Budget, who: string | number, now: Date): Promise<number> {
  const { isLeft, waitMs } = await readSpent(db, budget, who, now)
  return isLeft ? 0 : waitMs
}

/** A budget of wrong guesses: what is no wrong guess takes nothing from it, and waits where others are being checked. */
export function guessBudget(db: Database, budget: Budget, who: string | number, now: Date): GuessLimit {
  return {
    key: keyOf(budget, who),
    async reserve() {
      if (await take(db, budget, who, now, [now])) return true
      const { waitMs, isLeft, isBeingChecked } = await readSpent(db, budget, who, now)
      if (!isLeft && !isBeingChecked) throw tooMany(waitMs)
      return false
    },
    async settle(outcome) {
      const takenAt = outcome === 'wrong' ? {} : { takenAt: withoutInstant(budgets.takenAt, now) }
      await db
        .update(budgets)
        .set({ ...takenAt, checking: withoutInstant(budgets.checking, now) })
        .where(eq(budgets.key, keyOf(budget, who)))
    },
  }
}

async function take(db: Database, budget: Budget, who: string | number, now: Date, checking: Date[]): Promise<boolean> {
  const counting = instantsAfter(budgets.takenAt, before(now, budget.windowMs))
  const taken = await db
    .insert(budgets)
    .values({ key: keyOf(budget, who), takenAt: [now], checking, expiresAt: new Date(now.getTime() + budget.windowMs) })
    .onConflictDoUpdate({
      target: budgets.key,
      set: {
        takenAt: sql`${counting} || excluded.taken_at`,
        checking: sql`${budgets.checking} || excluded.checking`,
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: sql`cardinality(${counting}) < ${budget.max}`,
    })
    .returning({ key: budgets.key })
  return taken.length > 0
}

async function readSpent(db: Database, budget: Budget, who: string | number, now: Date) {
  const [row] = await db
    .select()
    .from(budgets)
    .where(eq(budgets.key, keyOf(budget, who)))
  const counting = row?.takenAt.filter((taken) => taken > before(now, budget.windowMs)) ?? []
  const oldest = Math.min(now.getTime(), ...counting.map((taken) => taken.getTime()))
  return {
    waitMs: Math.max(1, oldest + budget.windowMs - now.getTime()),
    isLeft: counting.length < budget.max,
    isBeingChecked: row?.checking.some((began) => began > before(now, reservationMs)) ?? false,
  }
}

function tooMany(waitMs: number): AppError {
  return new AppError('too.many.requests.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}

function keyOf({ name }: Budget, who: string | number): string {
  return `${name}:${who}`
}
