import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accountDeletions } from '../db/tables.ts'

type DeletionState = {
  /** When an account will be deleted for good; null if it stays. */
  readonly deletionAt: string | null
  /** From then on it can no longer be kept. */
  readonly deletionHasBegun: boolean
}

export async function findDeletionState(db: Database, userId: number): Promise<DeletionState> {
  const { dueAt, begunAt } = accountDeletions
  const [deletion] = await db.select({ dueAt, begunAt }).from(accountDeletions).where(eq(accountDeletions.userId, userId))
  return { deletionAt: deletion?.dueAt.toISOString() ?? null, deletionHasBegun: deletion !== undefined && deletion.begunAt !== null }
}
