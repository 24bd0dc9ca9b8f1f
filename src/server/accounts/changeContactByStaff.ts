/** Changes of an address or phone that staff make in someone else's account. */
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
 * Runs inside the transaction of the edit. Owners confirm with their password; for staff, their role and the audit trail take its place.
 * The owner is informed and can undo the change. A new address waits for confirmation by mail, because only the mailbox shows whose it is.
 * A new phone takes effect at once: people who lost their phone cannot enter a code, and call staff for that reason. If the account was
 * never validated, the new address replaces the old one and gets the validation link.
 *
 * Throws `email.already.exists.error`. Staff may learn this, as they see every account.
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
 * Throws `own.profile.error` if staff use this form for a change of their own account that their profile asks the password for. Otherwise a
 * stolen access token would be enough to take over the account.
 */
export function assertNotOwnContact(user: User, wanted: Contact, hasNewPassword: boolean): void {
  const { hasNewUsername, hasNewPhone } = compareContact(user, wanted)
  const invalidField = hasNewUsername ? 'username' : hasNewPhone ? 'phoneNumber' : hasNewPassword ? 'password' : undefined
  if (invalidField !== undefined) throw new AppError('own.profile.error', { invalidField })
}
