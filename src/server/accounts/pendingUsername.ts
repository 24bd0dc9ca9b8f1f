/** A new address that waits for its mailed link. Until then it changes nothing and is not reserved. */
import { and, eq, gt } from 'drizzle-orm'
import { pendingContactDays } from '../../contract/rules.ts'
import { type MailedToken, voidMailedTokens } from '../auth/mailedToken.ts'
import { mayMailTo, registrations } from '../auth/requestMail.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { pendingUsernames } from '../db/tables.ts'
import { dayMs, hourMs } from '../limits/durations.ts'
import { consume, type RateLimit } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'

/** Applies in addition to the limit per network address, so that a change of address cannot be used to mail strangers. */
const perAccount: RateLimit = { name: 'changes of address', max: 5, windowMs: hourMs }

type PendingUsername = typeof pendingUsernames.$inferSelect
type Request = {
  readonly userId: number
  readonly username: string
  /** The staff member who requests the change; undefined if the account's owner does. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address: string
  /** Whether the limits allow a mail to this address. */
  readonly mayMail: boolean
}

/** Counts an owner's request for a link. Throws `too.many.requests.error`. Call outside the transaction, so that it always counts. */
export async function limitUsernameRequests(
  db: Database,
  { userId, address }: { userId: number; address: string },
  now: Date,
): Promise<void> {
  await consume(db, registrations, address, now)
  await consume(db, perAccount, userId, now)
}

/** Limits the mail itself to five an hour per address. Beyond that it is silently not sent, like every mail that anyone can request. */
export function mayMailLink(db: Database, username: string, now: Date): Promise<boolean> {
  return mayMailTo(db, 'confirmUsername', username, now)
}

/** Replaces an earlier request. Call inside a transaction with the account's row locked. */
export async function requestUsername(db: Database, { userId, username, actorId, address, mayMail }: Request, now: Date): Promise<void> {
  const waiting = { username, requestedById: actorId ?? null, expiresAt: new Date(now.getTime() + pendingContactDays * dayMs) }
  await db
    .insert(pendingUsernames)
    .values({ userId, ...waiting })
    .onConflictDoUpdate({ target: pendingUsernames.userId, set: waiting })
  if (mayMail) await queueMessage(db, { template: 'confirmUsername', userId, address: username }, now)
  await writeSecurityEvent(db, { kind: 'usernameChangeRequested', userId, actorId, address }, now)
}

export async function findPendingUsername(db: Database, userId: number, now: Date): Promise<PendingUsername | undefined> {
  const [pending] = await db
    .select()
    .from(pendingUsernames)
    .where(and(eq(pendingUsernames.userId, userId), gt(pendingUsernames.expiresAt, now)))
  return pending
}

/** Deletes the pending address if it is this one; returns undefined otherwise. */
export async function takePendingUsername(db: Database, { userId, address }: MailedToken, now: Date): Promise<PendingUsername | undefined> {
  const { userId: owner, username, expiresAt } = pendingUsernames
  const [pending] = await db
    .delete(pendingUsernames)
    .where(and(eq(owner, userId), eq(username, address), gt(expiresAt, now)))
    .returning()
  return pending
}

export async function cancelPendingUsername(db: Database, userId: number): Promise<void> {
  await db.delete(pendingUsernames).where(eq(pendingUsernames.userId, userId))
  await voidMailedTokens(db, 'confirmUsername', userId)
}
