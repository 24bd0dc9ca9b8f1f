/** Applies a new address or phone to an account, inside the caller's transaction. Checks no proof of ownership. Knows no HTTP. */
import { eq } from 'drizzle-orm'
import { voidMailedTokens, voidPasswordTokens } from '../auth/mailedToken.ts'
import { mayMailTo } from '../auth/requestMail.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { voidGrants } from '../auth/signInGrant.ts'
import { voidSmsCode } from '../auth/smsCode.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { users } from '../db/tables.ts'
import { isSamePhone, type Phone, storedPhone } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { claimUsername } from './claimUsername.ts'
import { saveFormerContact } from './formerContact.ts'

type User = typeof users.$inferSelect

export type ChangedBy = {
  /** The staff member who made the change; undefined if the account's owner did. */
  readonly actorId?: number | undefined
  /** The network address of the request. */
  readonly address: string
}

export type Contact = Phone & { readonly username: string }

/** What really differs. Ignores spelling, so saving an old record unchanged changes nothing. */
export function compareContact(user: User, wanted: Contact): { readonly hasNewUsername: boolean; readonly hasNewPhone: boolean } {
  return {
    hasNewUsername: user.username.trim().toLowerCase() !== wanted.username,
    hasNewPhone: !isSamePhone(user, wanted),
  }
}

/** The new address takes effect now. The old one gets a mail with a link that undoes the change. Throws as `claimUsername` does. */
export async function changeUsername(
  db: Database,
  before: User,
  username: string,
  { actorId, address }: ChangedBy,
  now: Date,
): Promise<void> {
  const { id: userId } = before
  await claimUsername(db, username, now, () => updateUser(db, userId, { username }))
  await saveFormerContact(db, before, now)
  await voidPasswordTokens(db, userId)
  await queueMessage(db, { template: 'usernameChanged', userId, address: before.username }, now)
  await writeSecurityEvent(db, { kind: 'usernameChanged', userId, actorId, address }, now)
}

/** The new phone takes effect now. Codes sent to the old one become void, and the owner gets a mail with a link to undo it. */
export async function changePhone(db: Database, before: User, phone: Phone, { actorId, address }: ChangedBy, now: Date): Promise<void> {
  const { id: userId, username } = before
  await updateUser(db, userId, storedPhone(phone))
  await voidSmsCode(db, userId)
  await voidGrants(db, userId)
  await writeSecurityEvent(db, { kind: 'phoneChanged', userId, actorId, address }, now)
  // An address that was never validated may be a stranger's, and the link would give them the account.
  if (!before.accountValidated) return
  await saveFormerContact(db, before, now)
  await queueMessage(db, { template: 'phoneChanged', userId, address: username }, now)
}

/**
 * Changes the address of an account that was never validated. The old address may be a stranger's, so it is neither reserved nor mailed.
 * Registration starts again with a link to the new address, while `since` stays: it is the customer's. Throws as `claimUsername` does.
 */
export async function replaceUnprovenUsername(
  db: Database,
  { id: userId }: User,
  username: string,
  { actorId, address }: ChangedBy,
  now: Date,
): Promise<void> {
  await claimUsername(db, username, now, () => updateUser(db, userId, { username, validationRequestedAt: now }))
  await voidMailedTokens(db, 'validateAccount', userId)
  await voidPasswordTokens(db, userId)
  if (await mayMailTo(db, 'validateAccount', username, now)) await queueMessage(db, { template: 'validateAccount', userId }, now)
  await writeSecurityEvent(db, { kind: 'usernameChanged', userId, actorId, address }, now)
}

async function updateUser(db: Database, userId: number, values: Partial<User>): Promise<number> {
  return single(await db.update(users).set(values).where(eq(users.id, userId)).returning({ id: users.id })).id
}
