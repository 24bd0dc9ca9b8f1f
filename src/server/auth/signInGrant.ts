/** Permission to sign in once without another SMS code, for two minutes after a correct code or a change of one's own password. */
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { signInGrants } from '../db/tables.ts'
import { hashSecret, makeSecret } from './secret.ts'

export const grantSeconds = 120

/** The grant in the browser's cookie. Only calls that check a password read cookies. */
export type GrantCookie = {
  readonly secret: string | undefined
  readonly set: (secret: string) => void
  readonly clear: () => void
}

type Grant = {
  /** The session family that the new sign-in replaces. */
  readonly replacesFamilyId: string | null
}

/** Returns the secret for the cookie. */
export async function makeGrant(
  db: Database,
  { userId, replacesFamilyId = null }: { userId: number } & Partial<Grant>,
  now: Date,
): Promise<string> {
  const secret = makeSecret()
  const expiresAt = new Date(now.getTime() + grantSeconds * 1000)
  await db.insert(signInGrants).values({ userId, replacesFamilyId, tokenHash: hashSecret(secret), expiresAt })
  return secret
}

/** Uses the grant up. Returns undefined if it is unknown, used, expired or belongs to another user. */
export async function redeemGrant(db: Database, secret: string, userId: number, now: Date): Promise<Grant | undefined> {
  const { tokenHash, expiresAt, replacesFamilyId } = signInGrants
  const [granted] = await db
    .delete(signInGrants)
    .where(and(eq(tokenHash, hashSecret(secret)), eq(signInGrants.userId, userId), gt(expiresAt, now)))
    .returning({ replacesFamilyId })
  return granted
}

/** Call after a change of password or phone. */
export async function voidGrants(db: Database, userId: number): Promise<void> {
  await db.delete(signInGrants).where(eq(signInGrants.userId, userId))
}
