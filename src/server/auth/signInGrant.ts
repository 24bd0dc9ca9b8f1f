/** Permission to sign in once without another second step, for two minutes after a correct one or a change of one's own password. */
import { and, eq, gt } from 'drizzle-orm'
import type { SignInMethod } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { type grantProofs, signInGrants } from '../db/tables.ts'
import { hashSecret, makeSecret } from './secret.ts'

export const grantSeconds = 120

type GrantProof = (typeof grantProofs)[number]

/** The grant in the browser's cookie. Only calls that check a password read cookies. */
export type GrantCookie = {
  readonly secret: string | undefined
  readonly set: (secret: string) => void
  readonly clear: () => void
}

/** `method`: what was checked. After a change of password that is the session family that the new sign-in replaces. */
export type Grant =
  | { readonly method: SignInMethod; readonly replacesFamilyId: null }
  | { readonly method: null; readonly replacesFamilyId: string }

/** Returns the secret for the cookie. */
export async function makeGrant(
  db: Database,
  { userId, proof, replacesFamilyId }: { userId: number; proof: GrantProof | null; replacesFamilyId?: string },
  now: Date,
): Promise<string> {
  const secret = makeSecret()
  const expiresAt = new Date(now.getTime() + grantSeconds * 1000)
  await db
    .insert(signInGrants)
    .values({ userId, proof, replacesFamilyId: replacesFamilyId ?? null, tokenHash: hashSecret(secret), expiresAt })
  return secret
}

/** Uses the grant up. Returns undefined if it is unknown, used, expired or belongs to another user. */
export async function redeemGrant(db: Database, secret: string, userId: number, now: Date): Promise<Grant | undefined> {
  const { tokenHash, expiresAt } = signInGrants
  const [granted] = await db
    .delete(signInGrants)
    .where(and(eq(tokenHash, hashSecret(secret)), eq(signInGrants.userId, userId), gt(expiresAt, now)))
    .returning()
  if (granted === undefined) return undefined
  const { proof, replacesFamilyId } = granted
  if (replacesFamilyId !== null) return { method: null, replacesFamilyId }
  return proof === null ? undefined : { method: proof === 'passkey' ? 'secondPasskey' : proof, replacesFamilyId }
}

/** Call after a change of password or phone. */
export async function voidGrants(db: Database, userId: number): Promise<void> {
  await db.delete(signInGrants).where(eq(signInGrants.userId, userId))
}
