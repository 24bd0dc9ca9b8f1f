/** The profile of the signed-in person, which several calls return. */
import { eq } from 'drizzle-orm'
import type { Profile } from '../../contract/user.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { findDeletionState } from './deletionState.ts'
import { showPendingPhone } from './pendingPhone.ts'
import { findPendingUsername } from './pendingUsername.ts'
import { hasSubscription } from './subscription.ts'

/** Throws `resource.not.found`. */
export async function showOwnProfile(db: Database, userId: number, now: Date): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (row === undefined) throw new AppError('resource.not.found')
  const pending = await findPendingUsername(db, userId, now)
  return {
    ...row,
    freeTrialEndDate: row.freeTrialEndDate?.toISOString() ?? null,
    hasSubscription: hasSubscription(row, now),
    pendingUsername: pending?.username ?? null,
    ...(await findDeletionState(db, userId)),
    pendingPhone: await showPendingPhone(db, userId, now),
  }
}
