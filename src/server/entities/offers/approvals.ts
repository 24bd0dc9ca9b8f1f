/** Whether another administrator has approved a release, where the installation wants two people (`RELEASE_APPROVERS`). */
import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { releaseApprovals, users } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'

type Offerer = { readonly user: { readonly id: number }; readonly now: Date }
/** `user`: null for a plan, which offers what two people have seen. */
type ApprovalCall = Pick<Offerer, 'now'> & { readonly user: Offerer['user'] | null; readonly config: Pick<Config, 'releaseApprovers'> }

/** A new account is made, or promoted, in a minute. */
const administratorForDays = 7

/**
 * An approval counts as long as the one who gave it is an administrator, has been one for a while, and could not be the same person as the one who
 * offers the release. `isSeen`: it goes out again as it was; an approval that counted when it was offered to all (`noteOffered`) counts for everyone.
 */
export async function isApproved(
  db: Database,
  { user, config, now }: ApprovalCall,
  { releaseId, isSeen }: { readonly releaseId: number; readonly isSeen: boolean },
): Promise<boolean> {
  if (config.releaseApprovers < 2) return true
  const isCounted = or(user === null ? sql`false` : isOfAnother(user.id), isSeen ? isNotNull(releaseApprovals.offeredAt) : undefined)
  return (await db.$count(releaseApprovals, and(isStanding(db, releaseId, now), isCounted))) > 0
}

/** In the transaction in which somebody offers a release to all owners, or to a share of them: two people have seen it as it is. */
export async function noteOffered(db: Database, { user, now }: Offerer, releaseId: number): Promise<void> {
  const isNew = and(isStanding(db, releaseId, now), isNull(releaseApprovals.offeredAt), isOfAnother(user.id))
  await db.update(releaseApprovals).set({ offeredAt: now }).where(isNew)
}

function isStanding(db: Database, releaseId: number, now: Date) {
  const isOld = lte(users.administratorSince, new Date(now.getTime() - administratorForDays * dayMs))
  const administrators = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'ROLE_ADMIN'), not(users.isDeleted), or(isNull(users.administratorSince), isOld)))
  return and(eq(releaseApprovals.releaseId, releaseId), inArray(releaseApprovals.userId, administrators))
}

/** Neither of the two has given the other an account, its role or another way in: one person could be both. */
function isOfAnother(userId: number) {
  return sql`${releaseApprovals.userId} <> ${userId} and not exists (
    select from access_given
    where (user_id = ${releaseApprovals.userId} and by_id = ${userId}) or (user_id = ${userId} and by_id = ${releaseApprovals.userId}))`
}
