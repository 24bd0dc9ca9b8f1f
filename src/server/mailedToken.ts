/** The secrets in mailed links: used once, and only by a POST. Knows no mail. */
import { and, eq, gt } from 'drizzle-orm'
import { passwordLinkMinutes, validationLinkHours } from '../contract/rules.ts'
import { hourMs, minuteMs } from './budget.ts'
import type { Database } from './db/connect.ts'
import { mailedTokens, type mailedTokenPurposes } from './db/tables.ts'
import { hashSecret, makeSecret } from './secret.ts'

type Purpose = (typeof mailedTokenPurposes)[number]

const lifeMs: Readonly<Record<Purpose, number>> = {
  validateAccount: validationLinkHours * hourMs,
  resetPassword: passwordLinkMinutes * minuteMs,
}

/** Gives the token. Earlier ones of the user hold too, until one of them is used: mails do not always come in the order they were sent. */
export async function makeMailedToken(db: Database, purpose: Purpose, userId: number, now: Date): Promise<string> {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + lifeMs[purpose])
  await db.insert(mailedTokens).values({ purpose, userId, tokenHash: hashSecret(token), expiresAt })
  return token
}

/** Whose it is, without using it up; undefined where it is unknown, used or too old. */
export async function findMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select()
    .from(mailedTokens)
    .where(isValid(purpose, token, now))
  return found?.userId
}

/** Uses it up, and the user's others of that purpose with it. Of any number of callers at once exactly one gets the user's id. */
export async function useMailedToken(db: Database, purpose: Purpose, token: string, now: Date): Promise<number | undefined> {
  const [used] = await db
    .delete(mailedTokens)
    .where(isValid(purpose, token, now))
    .returning()
  if (used !== undefined) await voidMailedTokens(db, purpose, used.userId)
  return used?.userId
}

export async function voidMailedTokens(db: Database, purpose: Purpose, userId: number): Promise<void> {
  await db.delete(mailedTokens).where(and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose)))
}

function isValid(purpose: Purpose, token: string, now: Date) {
  return and(eq(mailedTokens.tokenHash, hashSecret(token)), eq(mailedTokens.purpose, purpose), gt(mailedTokens.expiresAt, now))
}
