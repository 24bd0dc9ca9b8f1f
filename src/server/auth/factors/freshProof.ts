/** What gives a sign-in fresh proof of who uses it (contract/effects.ts). */
import { eq } from 'drizzle-orm'
import type { SignInMethod } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { signIns } from '../../db/tables.ts'
import type { Caller } from '../caller.ts'
import type { Grant } from '../signInGrant.ts'

export type Proof = { readonly method: SignInMethod; readonly provedAt: Date }

/** The caller has just proved who they are. */
export async function noteProof(db: Database, { familyId }: Pick<Caller, 'familyId'>, now: Date): Promise<void> {
  await db.update(signIns).set({ provedAt: now }).where(eq(signIns.familyId, familyId))
}

/**
 * What a sign-in with the password proves, by the grant that it used. After a change of one's own password it is worth what the session was
 * that it replaces: the password alone is no proof for who has a factor.
 */
export async function proofOf(db: Database, granted: Grant | undefined, now: Date): Promise<Proof> {
  if (granted === undefined) return { method: 'password', provedAt: now }
  if (granted.replacesFamilyId === null) return { method: granted.method, provedAt: now }
  const [replaced] = await db.select().from(signIns).where(eq(signIns.familyId, granted.replacesFamilyId))
  return replaced ? { method: replaced.method, provedAt: replaced.provedAt } : { method: 'password', provedAt: new Date(0) }
}
