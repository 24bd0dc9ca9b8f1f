/** The address and phone an account had before a change. The address stays reserved while the change can be undone. */
import { and, eq, gt, gte, inArray, lte, ne } from 'drizzle-orm'
import { restoreDays } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { MailedToken } from '../auth/mailedToken.ts'
import type { Database } from '../db/connect.ts'
import { formerContacts, mailedTokens, type users } from '../db/tables.ts'
import { dayMs } from '../limits/durations.ts'

type Contact = Pick<typeof users.$inferSelect, 'id' | 'username' | 'phonePrefix' | 'phoneNumber'>
type FormerContact = typeof formerContacts.$inferSelect

/**
 * Call before a change, inside its transaction and with the account's row locked. If this address is saved already, the first phone and
 * time are kept and the period starts again, so undoing the last of several changes undoes all of them.
 */
export async function saveFormerContact(db: Database, { id, username, phonePrefix, phoneNumber }: Contact, now: Date): Promise<void> {
  const expiresAt = endOfReservation(now)
  await db.delete(formerContacts).where(and(eq(formerContacts.username, username), lte(formerContacts.expiresAt, now)))
  await db
    .insert(formerContacts)
    .values({ userId: id, username, phonePrefix, phoneNumber, changedAt: now, expiresAt })
    .onConflictDoUpdate({ target: formerContacts.username, set: { expiresAt }, setWhere: eq(formerContacts.userId, id) })
}

/**
 * Called when the mail with the undo link is sent, so that the link is valid for the full period even if the mail server was down. Returns
 * false if there is nothing to undo.
 */
export async function extendFormerContact(db: Database, { userId, address }: MailedToken, now: Date): Promise<boolean> {
  const extended = await db
    .update(formerContacts)
    .set({ expiresAt: endOfReservation(now) })
    .where(isKept({ userId, address }, now))
    .returning({ id: formerContacts.id })
  return extended.length > 0
}

export async function isFormerContactKept(db: Database, former: MailedToken, now: Date): Promise<boolean> {
  return (await db.$count(formerContacts, isKept(former, now))) > 0
}

/** Deletes this state and every later one and voids their links. Earlier states stay. Returns the state. */
export async function takeFormerContact(db: Database, former: MailedToken, now: Date): Promise<FormerContact | undefined> {
  const [kept] = await db.select().from(formerContacts).where(isKept(former, now))
  if (kept === undefined) return undefined
  const ended = await db
    .delete(formerContacts)
    .where(and(eq(formerContacts.userId, kept.userId), gte(formerContacts.id, kept.id)))
    .returning({ username: formerContacts.username })
  const addresses = ended.map(({ username }) => username)
  const { userId, purpose, address } = mailedTokens
  await db.delete(mailedTokens).where(and(eq(userId, kept.userId), eq(purpose, 'restoreContact'), inArray(address, addresses)))
  return kept
}

/** Whether an address is reserved for an account other than `userId`. */
export async function isUsernameReserved(db: Database, username: string, userId: number, now: Date): Promise<boolean> {
  const { username: kept, userId: owner, expiresAt } = formerContacts
  return (await db.$count(formerContacts, and(eq(kept, username), ne(owner, userId), gt(expiresAt, now)))) > 0
}

/** Throws `email.already.exists.error`. */
export async function assertNotReserved(db: Database, username: string, userId: number, now: Date): Promise<void> {
  if (await isUsernameReserved(db, username, userId, now)) throw new AppError('email.already.exists.error', { invalidField: 'username' })
}

/** Since when what was added to the account may be a thief's: some days before the first change. */
export function suspectFrom({ changedAt }: FormerContact): Date {
  return new Date(changedAt.getTime() - restoreDays * dayMs)
}

function isKept({ userId, address }: MailedToken, now: Date) {
  return and(eq(formerContacts.userId, userId), eq(formerContacts.username, address), gt(formerContacts.expiresAt, now))
}

function endOfReservation(now: Date): Date {
  return new Date(now.getTime() + restoreDays * dayMs)
}
