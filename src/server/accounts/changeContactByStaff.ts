/** A new address or phone that staff write into somebody's account. */
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import type { users } from '../db/tables.ts'
import { changePhone, compareContact, type Contact, replaceUnprovenUsername } from './changeContact.ts'
import { isUsernameTaken } from './expiredRegistration.ts'
import { assertNotReserved } from './formerContact.ts'
import { mayMailLink, requestUsername } from './pendingUsername.ts'

type User = typeof users.$inferSelect
type Change = { readonly user: User; readonly wanted: Contact; readonly caller: { readonly id: number }; readonly address: string }

/**
 * In the transaction of the edit. Their role and the audit trail stand for the password that an owner is asked for; the owner is told and
 * can undo it. An address waits for its proof as an owner's does, for only the mailbox tells whose it is. A phone holds at once: who lost
 * theirs can give no code, and calls staff for that very reason. An account that was never validated has proved nothing: the new address
 * takes the old one's place and is mailed the link that validates it.
 *
 * Throws `email.already.exists.error`, which staff may know: they see every account.
 */
export async function changeContactByStaff(db: Database, { user, wanted, caller, address }: Change, now: Date): Promise<void> {
  const { id: userId } = user
  const { hasNewUsername, hasNewPhone } = compareContact(user, wanted)
  const by = { actorId: caller.id, address }
  if (hasNewPhone) await changePhone(db, user, wanted, by, now)
  if (!hasNewUsername) return
  const { username } = wanted
  if (!user.accountValidated) return replaceUnprovenUsername(db, user, username, by, now)
  if (await isUsernameTaken(db, username, now)) throw new AppError('email.already.exists.error', { invalidField: 'username' })
  await assertNotReserved(db, username, userId, now)
  await requestUsername(db, { userId, username, ...by, mayMail: await mayMailLink(db, username, now) }, now)
}

/**
 * Throws `own.profile.error` where somebody would change by staff's form what their own profile asks the password for: a borrowed access
 * token must not become the account this way either.
 */
export function assertNotOwnContact(user: User, wanted: Contact, hasNewPassword: boolean): void {
  const { hasNewUsername, hasNewPhone } = compareContact(user, wanted)
  const invalidField = hasNewUsername ? 'username' : hasNewPhone ? 'phoneNumber' : hasNewPassword ? 'password' : undefined
  if (invalidField !== undefined) throw new AppError('own.profile.error', { invalidField })
}
