import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accountDeletions } from '../db/tables.ts'

/** When an account will be deleted for good; null if it stays. */
export async function findDeletionDate(db: Database, userId: number): Promise<string | null> {
  const [deletion] = await db.select({ dueAt: accountDeletions.dueAt }).from(accountDeletions).where(eq(accountDeletions.userId, userId))
  return deletion?.dueAt.toISOString() ?? null
}
