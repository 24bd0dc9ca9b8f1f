/** The right to sign in once without another SMS code, for two minutes: after the code was right, or a signed-in person chose a new password. */
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { signInGrants } from '../db/tables.ts'
import { hashSecret, makeSecret } from './secret.ts'

export const grantSeconds = 120

/** The right to sign in once, as the browser holds it. Only calls that check a password read cookies. */
export type GrantCookie = {
  readonly secret: string | undefined
  readonly set: (secret: string) => void
  readonly clear: () => void
}

type Granted = {
  /** The sign-in that the new one takes the place of. */
  readonly replacesFamilyId: string | null
}

/** Gives the secret to leave in the cookie. */
export async function makeGrant(
  db: Database,
  { userId, replacesFamilyId = null }: { userId: number } & Partial<Granted>,
  now: Date,
): Promise<string> {
  const secret = makeSecret()
  const expiresAt = new Date(now.getTime() + grantSeconds * 1000)
  await db.insert(signInGrants).values({ userId, replacesFamilyId, tokenHash: hashSecret(secret), expiresAt })
  return secret
}

/** Uses it up; undefined where it is unknown, used, too old or another user's. */
export async function redeemGrant(db: Database, secret: string, userId: number, now: Date): Promise<Granted | undefined> {
  const { tokenHash, expiresAt, replacesFamilyId } = signInGrants
  const [granted] = await db
    .delete(signInGrants)
    .where(and(eq(tokenHash, hashSecret(secret)), eq(signInGrants.userId, userId), gt(expiresAt, now)))
    .returning({ replacesFamilyId })
  return granted
}

/** After a change of password or telephone what was granted before is void. */
export async function voidGrants(db: Database, userId: number): Promise<void> {
  await db.delete(signInGrants).where(eq(signInGrants.userId, userId))
}
