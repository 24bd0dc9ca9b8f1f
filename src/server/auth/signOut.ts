/** A person ends their own sign-ins, and with them the views as a customer that they began. Knows no HTTP. */
import type { Database } from '../db/connect.ts'
import { endImpersonations } from './endImpersonations.ts'
import { writeSecurityEvent } from './securityLog.ts'
import { endFamily, endSessionsOf } from './session.ts'

/** Ends one of the user’s own sign-ins. Returns false if it had ended already. */
export async function signOut(
  db: Database,
  { userId, familyId, address }: { userId: number; familyId: string; address: string },
  now: Date,
): Promise<boolean> {
  const hasEnded = await db.transaction(async (transaction) => {
    const isEnded = await endFamily(transaction, { userId, familyId })
    if (isEnded) await writeSecurityEvent(transaction, { kind: 'signOut', userId, address }, now)
    return isEnded
  })
  if (hasEnded) await endImpersonations(db, { administratorId: userId, familyId, address }, now)
  return hasEnded
}

/** Signs a user out everywhere. */
export async function signOutEverywhere(db: Database, { userId, address }: { userId: number; address: string }, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    await endSessionsOf(transaction, userId)
    await writeSecurityEvent(transaction, { kind: 'signOut', userId, address, reason: 'everywhere' }, now)
  })
  await endImpersonations(db, { administratorId: userId, address }, now)
}
