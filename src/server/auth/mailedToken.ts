/** Single-use tokens in mailed links. Only a POST uses one up. Knows no mail. */
import { and, eq, exists, gt, not, sql } from 'drizzle-orm'
import { invitationDays, passwordLinkMinutes, restoreDays, usernameLinkHours, validationLinkHours } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { type mailedTokenPurposes, mailedTokens, users } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { hashSecret, makeSecret } from './secret.ts'
import { lockUser } from './session.ts'

type Purpose = (typeof mailedTokenPurposes)[number]

/** The token's user and the address it was mailed to. */
export type MailedToken = { readonly userId: number; readonly address: string }

const lifetimeMs: Readonly<Record<Purpose, number>> = {
  validateAccount: validationLinkHours * hourMs,
  resetPassword: passwordLinkMinutes * minuteMs,
  invitation: invitationDays * dayMs,
  confirmUsername: usernameLinkHours * hourMs,
  restoreContact: restoreDays * dayMs,
}

/** Returns the new token. The user's earlier tokens stay valid until one of them is used, because mails can arrive out of order. */
export async function makeMailedToken(db: Database, purpose: Purpose, { userId, address }: MailedToken, now: Date): Promise<string> {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose])
  await db.insert(mailedTokens).values({ purpose, userId, address, tokenHash: hashSecret(token), expiresAt })
  return token
}

/** Looks a token up without using it. Returns undefined if it is unknown, used or expired, or its account is deleted. */
export async function findMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<MailedToken | undefined> {
  const [found] = await db
    .select()
    .from(mailedTokens)
    .where(isValid(db, purpose, token, now))
  return found && toMailedToken(found)
}

/**
 * Uses a token up, together with the user's other tokens of that purpose and address. Of concurrent callers exactly one succeeds. Locks the
 * account's row first, as every change of an account does; otherwise two changes could deadlock.
 */
export async function spendMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<MailedToken | undefined> {
  const found = await findMailedToken(db, purpose, token, now)
  if (found === undefined) return undefined
  await lockUser(db, found.userId)
  const used = await db
    .delete(mailedTokens)
    .where(isValid(db, purpose, token, now))
    .returning({ id: mailedTokens.id })
  if (used.length === 0) return undefined
  await voidMailedTokens(db, purpose, found.userId, found.address)
  return found
}

/** Deletes the user's tokens of that purpose, for one address or for all. */
export async function voidMailedTokens(db: Database, purpose: Purpose, userId: number, address?: string): Promise<void> {
  const isTo = address === undefined ? undefined : eq(mailedTokens.address, address)
  await db.delete(mailedTokens).where(and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose), isTo))
}

/** Call when a deleted account is restored: its deletion ended every link. */
export async function voidAllMailedTokens(db: Database, userId: number): Promise<void> {
  await db.delete(mailedTokens).where(eq(mailedTokens.userId, userId))
}

/** The purposes of the links that choose a password. They lead to the same page. */
const passwordPurposes = ['resetPassword', 'invitation'] as const satisfies readonly Purpose[]

/** `findMailedToken` for either link that chooses a password. */
export async function findPasswordToken(db: Database, token: string, now: Date): Promise<MailedToken | undefined> {
  for (const purpose of passwordPurposes) {
    const found = await findMailedToken(db, purpose, token, now)
    if (found !== undefined) return found
  }
  return undefined
}

/** `spendMailedToken` for either link that chooses a password. */
export async function usePasswordToken(db: Database, token: string, now: Date): Promise<MailedToken | undefined> {
  for (const purpose of passwordPurposes) {
    const used = await spendMailedToken(db, purpose, token, now)
    if (used !== undefined) return used
  }
  return undefined
}

/** Voids all links with which the user could choose a password. */
export async function voidPasswordTokens(db: Database, userId: number): Promise<void> {
  for (const purpose of passwordPurposes) await voidMailedTokens(db, purpose, userId)
}

function toMailedToken({ userId, address }: typeof mailedTokens.$inferSelect): MailedToken {
  // An empty address matches no account, so such a token opens nothing.
  return { userId, address: address ?? '' }
}

function isValid(db: Database, purpose: Purpose, token: string, now: Date) {
  // The account may have changed its address after this link was sent, or while it was being sent. Such a link is invalid.
  const isBound = purpose !== 'confirmUsername' && purpose !== 'restoreContact'
  const isTheirs = and(eq(users.id, mailedTokens.userId), isBound ? eq(users.username, mailedTokens.address) : undefined)
  const account = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(isTheirs, not(users.isDeleted)))
  const isThis = and(eq(mailedTokens.tokenHash, hashSecret(token)), eq(mailedTokens.purpose, purpose))
  return and(isThis, gt(mailedTokens.expiresAt, now), exists(account))
}
