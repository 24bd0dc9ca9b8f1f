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

/** Somebody has narrowed the release to a beta: one person alone does not widen it again. */
export async function forgetOffered(db: Database, releaseId: number): Promise<void> {
  await db.update(releaseApprovals).set({ offeredAt: null }).where(eq(releaseApprovals.releaseId, releaseId))
}

/** They were for a release as it was. */
export async function dropApprovals(db: Database, releaseId: number): Promise<void> {
  await db.delete(releaseApprovals).where(eq(releaseApprovals.releaseId, releaseId))
}

function isStanding(db: Database, releaseId: number, now: Date) {
  const isOld = lte(users.administratorSince, new Date(now.getTime() - administratorForDays * dayMs))
  const administrators = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'ROLE_ADMIN'), not(users.isDeleted), or(isNull(users.administratorSince), isOld)))
  return and(eq(releaseApprovals.releaseId, releaseId), inArray(releaseApprovals.userId, administrators))
}

/**
 * One person can be every account to which they have given a way in, and those to which these have: two accounts are two people's where nobody
 * stands behind both. The operator's command gives ways in that have no row.
 */
function isOfAnother(userId: number) {
  return sql`not exists (
    with recursive mine(id) as (select ${userId}::bigint union select by_id from access_given join mine on access_given.user_id = mine.id),
      theirs(id) as (select ${releaseApprovals.userId} union select by_id from access_given join theirs on access_given.user_id = theirs.id)
    select from mine join theirs on mine.id = theirs.id)`
}
