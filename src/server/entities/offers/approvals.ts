/** Whether another administrator has approved a release, where the installation wants two people (`RELEASE_APPROVERS`). */
import { and, eq, isNull, lte, ne, not, notExists, or, sql } from 'drizzle-orm'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { accessGiven, releaseApprovals, users } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'

type ApprovalCall = {
  readonly user: { readonly id: number }
  readonly config: Pick<Config, 'releaseApprovers'>
  readonly now: Date
}

/** A new account is made, or promoted, in a minute. */
const administratorForDays = 7

/**
 * An approval counts as long as the one who gave it is an administrator, has been one for a while, and neither of the two has given the other an
 * account, its role or another way in: one person could be both. What was offered and then halted, and is still as it was approved, was seen by
 * two people already: `isSeen` asks for no other one.
 */
export async function isApproved(
  db: Database,
  { user, config, now }: ApprovalCall,
  { releaseId, isSeen }: { readonly releaseId: number; readonly isSeen: boolean },
): Promise<boolean> {
  if (config.releaseApprovers < 2) return true
  const { userId } = releaseApprovals
  const isOld = lte(users.administratorSince, new Date(now.getTime() - administratorForDays * dayMs))
  const isBetween = or(
    and(eq(accessGiven.userId, userId), eq(accessGiven.byId, user.id)),
    and(eq(accessGiven.userId, user.id), eq(accessGiven.byId, userId)),
  )
  const isOther = and(
    ne(userId, user.id),
    notExists(
      db
        .select({ one: sql`1` })
        .from(accessGiven)
        .where(isBetween),
    ),
  )
  const [found] = await db
    .select({ userId })
    .from(releaseApprovals)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(releaseApprovals.releaseId, releaseId),
        isSeen ? undefined : isOther,
        eq(users.role, 'ROLE_ADMIN'),
        or(isNull(users.administratorSince), isOld),
        not(users.isDeleted),
      ),
    )
    .limit(1)
  return found !== undefined
}
