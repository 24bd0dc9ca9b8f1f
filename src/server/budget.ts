/**
 * How often a thing may be done: at most so many times in any span of so long, counted in the database for all servers together.
 *
 * Our own and not rate-limiter-flexible: that one counts in fixed windows, so that "five an hour" may be ten within a minute, and reads
 * the machine's clock, not the server's, so that no test could let an hour pass.
 */
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import type { Database } from './db/connect.ts'
import { budgets } from './db/tables.ts'

export type Budget = { readonly name: string; readonly max: number; readonly windowMs: number }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Takes one from what `who` has left. Gives null, or where nothing is left the milliseconds until there is. One statement, so that of any
 * number of requests at once no more than the budget allows get through.
 */
export async function takeFrom(db: Database, budget: Budget, who: string | number, now: Date): Promise<number | null> {
  const key = keyOf(budget, who)
  const since = at(new Date(now.getTime() - budget.windowMs))
  const stillCounting = sql`array(select taken from unnest(${budgets.takenAt}) as taken where taken > ${since} order by taken)`
  const [taken] = await db
    .insert(budgets)
    .values({ key, takenAt: [now], expiresAt: new Date(now.getTime() + budget.windowMs) })
    .onConflictDoUpdate({
      target: budgets.key,
      set: { takenAt: sql`${stillCounting} || excluded.taken_at`, expiresAt: sql`excluded.expires_at` },
      setWhere: sql`cardinality(${stillCounting}) < ${budget.max}`,
    })
    .returning({ key: budgets.key })
  if (taken !== undefined) return null

  const [row] = await db
    .select({ oldest: sql`(select min(taken) from unnest(${budgets.takenAt}) as taken where taken > ${since})`.mapWith(budgets.expiresAt) })
    .from(budgets)
    .where(eq(budgets.key, key))
  const oldest = row?.oldest ?? now
  return Math.max(1, oldest.getTime() + budget.windowMs - now.getTime())
}

/** The same, but throws `too.many.requests.error` where nothing is left. */
export async function spend(db: Database, budget: Budget, who: string | number, now: Date): Promise<void> {
  const waitMs = await takeFrom(db, budget, who, now)
  if (waitMs !== null) throw new AppError('too.many.requests.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Milliseconds until there is one to take, without taking it; 0 where there is one. */
export async function remainingWait(db: Database, budget: Budget, who: string | number, now: Date): Promise<number> {
  const [row] = await db
    .select({ takenAt: budgets.takenAt })
    .from(budgets)
    .where(eq(budgets.key, keyOf(budget, who)))
  const ends = (row?.takenAt ?? []).map((taken) => taken.getTime() + budget.windowMs).filter((end) => end > now.getTime())
  return ends.length < budget.max ? 0 : Math.min(...ends) - now.getTime()
}

/** Gives back what was taken at `now`: it turned out not to count. */
export async function giveBack(db: Database, budget: Budget, who: string | number, now: Date): Promise<void> {
  const place = sql`array_position(${budgets.takenAt}, ${at(now)})`
  await db
    .update(budgets)
    .set({ takenAt: sql`${budgets.takenAt}[:${place} - 1] || ${budgets.takenAt}[${place} + 1:]` })
    .where(and(eq(budgets.key, keyOf(budget, who)), sql`${place} is not null`))
}

function keyOf({ name }: Budget, who: string | number): string {
  return `${name}:${who}`
}

/** As a parameter whose type the database need not guess. */
function at(instant: Date) {
  return sql`${instant.toISOString()}::timestamptz(3)`
}
