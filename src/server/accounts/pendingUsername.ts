/** The address that an account is to have: asked for, mailed a link, waiting. It changes nothing and reserves nothing. */
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

/** Beside the limit of the network address: a change of address is no way to mail strangers. */
const perAccount: RateLimit = { name: 'changes of address', max: 5, windowMs: hourMs }

type PendingUsername = typeof pendingUsernames.$inferSelect
type Request = {
  readonly userId: number
  readonly username: string
  /** The member of staff who asks, where it is not the account's owner. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address: string
  /** Whether the limits let a mail go there. */
  readonly mayMail: boolean
}

/** Counts an owner's request for a link. Throws `too.many.requests.error`. Outside of the change's transaction: what is refused counts too. */
export async function limitUsernameRequests(
  db: Database,
  { userId, address }: { userId: number; address: string },
  now: Date,
): Promise<void> {
  await consume(db, registrations, address, now)
  await consume(db, perAccount, userId, now)
}

/** As above, for the mail: five an hour to one address, beyond which it is silently not sent, as for any mail that somebody asks for. */
export function mayMailLink(db: Database, username: string, now: Date): Promise<boolean> {
  return mayMailTo(db, 'confirmUsername', username, now)
}

/** Replaces the one before. In the caller's transaction, with the account's row locked. */
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

/** Ends the wait for this very address; undefined where the account waits for another one, or for none. */
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
