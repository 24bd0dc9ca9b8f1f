/** Whether another administrator has approved a release, where the installation wants two (`RELEASE_APPROVERS`). */
import { and, eq, ne, not } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { releaseApprovals, users } from '../../db/tables.ts'
import type { Config } from '../../config/readConfig.ts'

type ApprovalCall = { readonly user: { readonly id: number }; readonly config: Pick<Config, 'releaseApprovers'> }

/**
 * An approval counts as long as the one who gave it is an administrator. What was offered and then halted, and is still as it was approved, was
 * seen by two people already: `isSeen` asks for no other one.
 */
export async function isApproved(
  db: Database,
  { user, config }: ApprovalCall,
  { releaseId, isSeen }: { readonly releaseId: number; readonly isSeen: boolean },
): Promise<boolean> {
  if (config.releaseApprovers < 2) return true
  const [found] = await db
    .select({ userId: releaseApprovals.userId })
    .from(releaseApprovals)
    .innerJoin(users, eq(users.id, releaseApprovals.userId))
    .where(
      and(
        eq(releaseApprovals.releaseId, releaseId),
        isSeen ? undefined : ne(releaseApprovals.userId, user.id),
        eq(users.role, 'ROLE_ADMIN'),
        not(users.isDeleted),
      ),
    )
    .limit(1)
  return found !== undefined
}
