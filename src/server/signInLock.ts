/**
 * Five wrong passwords lock a user name for a minute, then for two, four and so on up to fifteen (security page, 3). Counted by the name
 * that was typed, whether anybody has it or not. Knows no passwords.
 *
 * A lock keeps new sign-ins out and leaves those that are signed in alone: else anybody could sign out whoever's address they know. The
 * flag `accountLocked` is another thing: it is set on purpose, and ends sessions too.
 */
import { createHash } from 'node:crypto'
import { and, eq, exists, gt, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { minuteMs } from './budget.ts'
import type { Database } from './db/connect.ts'
import { signInLocks, users } from './db/tables.ts'

const failuresMax = 5
const lockMinutesMax = 15
/** After this without a try the first lock is a minute again. */
export const forgivenAfterMs = 24 * 60 * minuteMs

/**
 * Counts a try before its password is checked, in one statement: of any number of tries at once only five get so far. Throws
 * `account.locked.error`, to a right password too: while a lock holds nobody learns anything.
 */
export async function countTry(db: Database, username: string, now: Date): Promise<void> {
  const nameHash = hashName(username)
  const lock = signInLocks
  const nowText = sql`${now.toISOString()}::timestamptz(3)`
  const isForgiven = sql`${lock.lastTriedAt} < ${new Date(now.getTime() - forgivenAfterMs).toISOString()}::timestamptz(3)`
  const failures = sql`case when ${isForgiven} or ${lock.failures} >= ${failuresMax} then 1 else ${lock.failures} + 1 end`
  const isLast = sql`not ${isForgiven} and ${lock.failures} = ${failuresMax - 1}`
  const minutes = sql`least(power(2, ${lock.locks}), ${lockMinutesMax})`
  const [counted] = await db
    .insert(lock)
    .values({ nameHash, failures: 1, locks: 0, lastTriedAt: now })
    .onConflictDoUpdate({
      target: lock.nameHash,
      set: {
        failures,
        locks: sql`case when ${isForgiven} then 0 when ${isLast} then least(${lock.locks} + 1, 10) else ${lock.locks} end`,
        lockedUntil: sql`case when ${isLast} then ${nowText} + ${minutes} * interval '1 minute' end`,
        lastTriedAt: sql`excluded.last_tried_at`,
      },
      setWhere: sql`${lock.lockedUntil} is null or ${lock.lockedUntil} <= ${nowText}`,
    })
    .returning({ nameHash: lock.nameHash })
  if (counted !== undefined) return

  const [row] = await db.select().from(lock).where(eq(lock.nameHash, nameHash))
  const waitMs = (row?.lockedUntil ?? now).getTime() - now.getTime()
  throw new AppError('account.locked.error', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Takes a counted try back: the password could not be checked. A lock that the try began ends. */
export async function uncountTry(db: Database, username: string): Promise<void> {
  const lock = signInLocks
  await db
    .update(lock)
    .set({
      failures: sql`greatest(${lock.failures} - 1, 0)`,
      locks: sql`case when ${lock.lockedUntil} is null then ${lock.locks} else greatest(${lock.locks} - 1, 0) end`,
      lockedUntil: null,
    })
    .where(eq(lock.nameHash, hashName(username)))
}

/** After a right password, a new one by mail, or Unlock. */
export async function liftLock(db: Database, username: string): Promise<void> {
  await db.delete(signInLocks).where(eq(signInLocks.nameHash, hashName(username)))
}

/** Whether such a lock holds for a row of `users`: a condition for staff's lists, beside `accountLocked`. */
export function isLockedByGuesses(db: Database, now: Date): SQL {
  const nameHash = sql`encode(sha256(convert_to(${users.username}, 'UTF8')), 'hex')`
  const held = db
    .select({ one: sql`1` })
    .from(signInLocks)
    .where(and(eq(signInLocks.nameHash, nameHash), gt(signInLocks.lockedUntil, now)))
  return exists(held)
}

function hashName(username: string): string {
  return createHash('sha256').update(username).digest('hex')
}
