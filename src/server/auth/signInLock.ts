/**
 * Five wrong passwords lock a user name for a minute, then for two, four and so on up to fifteen (security page, 3). Counted by the name
 * that was typed, whether anybody has it or not. A browser that has signed in to the account before has a counter of its own instead
 * (trustedDevice.ts), with the same limit: guesses from elsewhere do not lock it, and its lock holds for it alone. Knows no passwords.
 *
 * A lock keeps new sign-ins out and leaves those that are signed in alone: else anybody could sign out whoever's address they know. The
 * flag `accountLocked` is another thing: it is set on purpose, and ends sessions too.
 */
import { createHash } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { at, instantsAfter, withoutInstant } from '../db/instants.ts'
import { signInLocks, trustedDevices, users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { type GuessLimit, reservationMs } from '../limits/guessLimit.ts'
import { writeSecurityEvent } from './securityLog.ts'

const failuresMax = 5
const lockMinutesMax = 15
/** After this without a try the first lock is a minute again. */
export const failuresKeptMs = 24 * 60 * minuteMs

type Attempt = {
  readonly username: string
  /** The account that has this name, if any. */
  readonly userId: number | undefined
  /** SHA-256 of the device's secret, where this browser has signed in to the account before. */
  readonly deviceHash: string | undefined
  readonly address: string
  readonly now: Date
}

/**
 * The limit that a try is held to. `reserve` throws `account.locked.error`, to a right password too: while a lock holds nobody learns
 * anything. A lock begins when the last of five tries has turned out wrong.
 */
export function signInLimit(db: Database, { username, userId, deviceHash, address, now }: Attempt): GuessLimit {
  const nameHash = deviceHash ?? hashName(username)
  const settleWrong = () =>
    db.transaction(async (transaction) => {
      const hasLocked = await recordFailure(transaction, nameHash, now)
      // For a name that nobody has too, so that both take as long.
      if (hasLocked) await writeSecurityEvent(transaction, { kind: 'locked', userId, address, reason: 'guesses' }, now)
    })
  return {
    key: nameHash,
    async reserve() {
      if (await reserveTry(db, nameHash, now)) return true
      const [row] = await db.select().from(signInLocks).where(eq(signInLocks.nameHash, nameHash))
      // Lifted a moment ago.
      if (row === undefined) return false
      const waitMs = (row.lockedUntil ?? now).getTime() - now.getTime()
      if (waitMs > 0) throw new AppError('account.locked.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      // The rest of five tries died with their server: they count as wrong, and nobody else would begin the lock.
      const isBeingChecked = row.checking.some((began) => began > oldestChecking(now))
      if (!isBeingChecked && row.failures >= failuresMax) await settleWrong()
      return false
    },
    async settle(outcome) {
      if (outcome === 'right') await resetFailures(db, nameHash, now)
      else if (outcome === 'wrong') await settleWrong()
      else await cancelTry(db, nameHash, now)
    },
  }
}

/** Lifts the locks on the name and on the user's devices: after a new password, or Unlock. */
export async function liftLock(db: Database, { id, username }: { id: number; username: string }): Promise<void> {
  const deviceHashes = db.select({ hash: trustedDevices.tokenHash }).from(trustedDevices).where(eq(trustedDevices.userId, id))
  await db.delete(signInLocks).where(or(eq(signInLocks.nameHash, hashName(username)), inArray(signInLocks.nameHash, deviceHashes)))
}

/** Whether such a lock holds for a row of `users`, on the name or on one of its devices: a condition beside `accountLocked`. */
export function isLockedByGuesses(db: Database, now: Date): SQL {
  const nameHash = sql`encode(sha256(convert_to(${users.username}, 'UTF8')), 'hex')`
  const deviceHashes = db.select({ hash: trustedDevices.tokenHash }).from(trustedDevices).where(eq(trustedDevices.userId, users.id))
  const held = db
    .select({ one: sql`1` })
    .from(signInLocks)
    .where(and(or(eq(signInLocks.nameHash, nameHash), inArray(signInLocks.nameHash, deviceHashes)), gt(signInLocks.lockedUntil, now)))
  return exists(held)
}

const lock = signInLocks

/** Counts a try before its password is checked, in one statement: of any number of tries at once only five get so far. */
async function reserveTry(db: Database, nameHash: string, now: Date): Promise<boolean> {
  const isExpired = sql`${lock.lastTriedAt} < ${at(new Date(now.getTime() - failuresKeptMs))}`
  const isOver = sql`(${isExpired} or coalesce(${lock.lockedUntil} <= ${at(now)}, false))`
  const reserved = await db
    .insert(lock)
    .values({ nameHash, failures: 1, locks: 0, lastTriedAt: now, checking: [now] })
    .onConflictDoUpdate({
      target: lock.nameHash,
      set: {
        failures: sql`case when ${isOver} then 1 else ${lock.failures} + 1 end`,
        locks: sql`case when ${isExpired} then 0 else ${lock.locks} end`,
        lockedUntil: null,
        lastTriedAt: sql`excluded.last_tried_at`,
        checking: sql`case when ${isOver} then excluded.checking else ${lock.checking} || excluded.checking end`,
      },
      setWhere: sql`${isOver} or (${lock.lockedUntil} is null and ${lock.failures} < ${failuresMax})`,
    })
    .returning({ nameHash: lock.nameHash })
  return reserved.length > 0
}

/** Keeps a wrong try counted. Gives whether a lock begins with it: it was the last of five, and none is being checked any more. */
async function recordFailure(db: Database, nameHash: string, now: Date): Promise<boolean> {
  const others = withoutInstant(lock.checking, now)
  const isLast = sql`${lock.failures} >= ${failuresMax} and cardinality(${instantsAfter(others, oldestChecking(now))}) = 0`
  const minutes = sql`least(power(2, ${lock.locks}), ${lockMinutesMax})`
  const [row] = await db
    .update(lock)
    .set({
      checking: others,
      locks: sql`case when ${isLast} then least(${lock.locks} + 1, 10) else ${lock.locks} end`,
      lockedUntil: sql`case when ${isLast} then ${at(now)} + ${minutes} * interval '1 minute' end`,
    })
    .where(and(eq(lock.nameHash, nameHash), isNull(lock.lockedUntil)))
    .returning({ lockedUntil: lock.lockedUntil })
  return row !== undefined && row.lockedUntil !== null
}

/** After a right password: what was wrong before it is forgotten, and what is still being checked stays counted. */
async function resetFailures(db: Database, nameHash: string, now: Date): Promise<void> {
  const others = instantsAfter(withoutInstant(lock.checking, now), oldestChecking(now))
  await db
    .update(lock)
    .set({ checking: others, failures: sql`cardinality(${others})`, locks: 0, lockedUntil: null })
    .where(eq(lock.nameHash, nameHash))
}

/** Takes a counted try back: the password could not be checked. */
async function cancelTry(db: Database, nameHash: string, now: Date): Promise<void> {
  await db
    .update(lock)
    .set({ checking: withoutInstant(lock.checking, now), failures: sql`greatest(${lock.failures} - 1, 0)` })
    .where(eq(lock.nameHash, nameHash))
}

function oldestChecking(now: Date): Date {
  return new Date(now.getTime() - reservationMs)
}

function hashName(username: string): string {
  return createHash('sha256').update(username).digest('hex')
}
