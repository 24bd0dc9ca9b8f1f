/**
 * Five wrong passwords lock a user name for one minute, then two, four and so on up to fifteen (docs/security.md, 3). Counts by the typed
 * name, whether or not it exists. A browser that has signed in to the account before has its own counter with the same limit
 * (trustedDevice.ts): guesses from elsewhere do not lock it, and its own guesses lock only itself. Knows no passwords.
 *
 * A lock blocks new sign-ins but does not end existing ones; otherwise anyone could sign out a person whose address they know. The flag
 * `accountLocked` is separate: staff set it on purpose, and it ends sessions too.
 */
import { createHash } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { instantsAfter, toTimestamp, withoutInstant } from '../db/instants.ts'
import { signInLocks, trustedDevices, users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { type GuessLimit, reservationMs } from '../limits/guessLimit.ts'
import { writeSecurityEvent } from './securityLog.ts'

const failuresMax = 5
const lockMinutesMax = 15
/** Without a try for this long, the next lock lasts one minute again. */
export const failuresKeptMs = 24 * 60 * minuteMs

type Attempt = {
  readonly username: string
  /** The account with this name, if any. */
  readonly userId: number | undefined
  /** SHA-256 of the device's secret, if this browser has signed in to the account before. */
  readonly deviceHash: string | undefined
  readonly address: string
  readonly now: Date
}

/**
 * The limit that applies to a try. `reserve` throws `account.locked.error` even for a correct password, so that a locked account reveals
 * nothing. A lock starts when the last of five tries turns out wrong.
 */
export function signInLimit(db: Database, { username, userId, deviceHash, address, now }: Attempt): GuessLimit {
  const nameHash = deviceHash ?? hashName(username)
  const settleWrong = () =>
    db.transaction(async (transaction) => {
      const hasLocked = await recordFailure(transaction, nameHash, now)
      // Written for unknown names too, so that both cases take the same time.
      if (hasLocked) await writeSecurityEvent(transaction, { kind: 'locked', userId, address, reason: 'guesses' }, now)
    })
  return {
    key: nameHash,
    async reserve() {
      if (await reserveTry(db, nameHash, now)) return true
      const [row] = await db.select().from(signInLocks).where(eq(signInLocks.nameHash, nameHash))
      // The lock was lifted a moment ago.
      if (row === undefined) return false
      const waitMs = (row.lockedUntil ?? now).getTime() - now.getTime()
      if (waitMs > 0) throw new AppError('account.locked.error', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      // The server that was checking the remaining tries has died. They count as wrong, and this call starts the lock, since no other will.
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

/** Lifts the locks on the name and on the user's devices: after a new password, or by staff. */
export async function liftLock(db: Database, { id, username }: { id: number; username: string }): Promise<void> {
  const deviceHashes = db.select({ hash: trustedDevices.tokenHash }).from(trustedDevices).where(eq(trustedDevices.userId, id))
  await db.delete(signInLocks).where(or(eq(signInLocks.nameHash, hashName(username)), inArray(signInLocks.nameHash, deviceHashes)))
}

/** SQL condition on `users`: whether guesses have locked the name or one of its devices. Use it beside `accountLocked`. */
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

/** Counts a try before its password is checked, in one statement, so that of concurrent tries only five get through. */
async function reserveTry(db: Database, nameHash: string, now: Date): Promise<boolean> {
  const isExpired = sql`${lock.lastTriedAt} < ${toTimestamp(new Date(now.getTime() - failuresKeptMs))}`
  const isOver = sql`(${isExpired} or coalesce(${lock.lockedUntil} <= ${toTimestamp(now)}, false))`
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

/** Keeps a wrong try counted. Returns whether a lock starts: this was the last of five, and no other is still being checked. */
async function recordFailure(db: Database, nameHash: string, now: Date): Promise<boolean> {
  const others = withoutInstant(lock.checking, now)
  const isLast = sql`${lock.failures} >= ${failuresMax} and cardinality(${instantsAfter(others, oldestChecking(now))}) = 0`
  const minutes = sql`least(power(2, ${lock.locks}), ${lockMinutesMax})`
  const [row] = await db
    .update(lock)
    .set({
      checking: others,
      locks: sql`case when ${isLast} then least(${lock.locks} + 1, 10) else ${lock.locks} end`,
      lockedUntil: sql`case when ${isLast} then ${toTimestamp(now)} + ${minutes} * interval '1 minute' end`,
    })
    .where(and(eq(lock.nameHash, nameHash), isNull(lock.lockedUntil)))
    .returning({ lockedUntil: lock.lockedUntil })
  return row !== undefined && row.lockedUntil !== null
}

/** After a correct password: resets earlier failures. Tries that are still being checked stay counted. */
async function resetFailures(db: Database, nameHash: string, now: Date): Promise<void> {
  const others = instantsAfter(withoutInstant(lock.checking, now), oldestChecking(now))
  await db
    .update(lock)
    .set({ checking: others, failures: sql`cardinality(${others})`, locks: 0, lockedUntil: null })
    .where(eq(lock.nameHash, nameHash))
}

/** Uncounts a try whose password could not be checked. */
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
