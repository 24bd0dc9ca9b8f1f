/** The secrets in mailed links: used once, and only by a POST. Knows no mail. */
import { and, eq, exists, gt, sql } from 'drizzle-orm'
import { passwordLinkMinutes, restoreDays, usernameLinkHours, validationLinkHours } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { type mailedTokenPurposes, mailedTokens, users } from '../db/tables.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { hashSecret, makeSecret } from './secret.ts'
import { lockUser } from './session.ts'

type Purpose = (typeof mailedTokenPurposes)[number]

/** Whose it is, and the address that it was mailed to. */
export type MailedToken = { readonly userId: number; readonly address: string }

const lifeMs: Readonly<Record<Purpose, number>> = {
  validateAccount: validationLinkHours * hourMs,
  resetPassword: passwordLinkMinutes * minuteMs,
  confirmUsername: usernameLinkHours * hourMs,
  restoreContact: restoreDays * dayMs,
}

/** Gives the token. Earlier ones of the user hold too, until one of them is used: mails do not always come in the order they were sent. */
export async function makeMailedToken(db: Database, purpose: Purpose, { userId, address }: MailedToken, now: Date): Promise<string> {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + lifeMs[purpose])
  await db.insert(mailedTokens).values({ purpose, userId, address, tokenHash: hashSecret(token), expiresAt })
  return token
}

/** Without using it up; undefined where it is unknown, used or too old. */
export async function findMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<MailedToken | undefined> {
  const [found] = await db
    .select()
    .from(mailedTokens)
    .where(isValid(db, purpose, token, now))
  return found && known(found)
}

/**
 * Uses it up, and the user's others of that purpose and address with it. Of any number of callers at once exactly one gets it. Locks the
 * account first, as all do that change it: two that lock in different orders would wait for each other.
 */
export async function useMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<MailedToken | undefined> {
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

/** The user's of that purpose: those of one address where it is given, else all. */
export async function voidMailedTokens(db: Database, purpose: Purpose, userId: number, address?: string): Promise<void> {
  const isTo = address === undefined ? undefined : eq(mailedTokens.address, address)
  await db.delete(mailedTokens).where(and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose), isTo))
}

function known({ userId, address }: typeof mailedTokens.$inferSelect): MailedToken {
  // Null opens nothing: it equals no address.
  return { userId, address: address ?? '' }
}

function isValid(db: Database, purpose: Purpose, token: string, now: Date) {
  const isOwnAddress = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, mailedTokens.userId), eq(users.username, mailedTokens.address)))
  // A link sent to an address that the account has left, or that was on its way while it left, opens nothing.
  const isBound = purpose === 'validateAccount' || purpose === 'resetPassword' ? exists(isOwnAddress) : undefined
  return and(eq(mailedTokens.tokenHash, hashSecret(token)), eq(mailedTokens.purpose, purpose), gt(mailedTokens.expiresAt, now), isBound)
}
