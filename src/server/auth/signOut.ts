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

type Everywhere = { readonly userId: number; readonly address: string; readonly exceptFamilyId?: string }

/** Signs a user out everywhere, or everywhere else: views as a customer end then too, because they are not listed. */
export async function signOutEverywhere(db: Database, { userId, address, exceptFamilyId: except }: Everywhere, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    await endSessionsOf(transaction, userId, except === undefined ? {} : { except })
    await writeSecurityEvent(
      transaction,
      { kind: 'signOut', userId, address, reason: except === undefined ? 'everywhere' : 'elsewhere' },
      now,
    )
  })
  await endImpersonations(db, { administratorId: userId, address }, now)
}
