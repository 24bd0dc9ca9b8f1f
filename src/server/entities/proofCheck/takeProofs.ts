/** Hands out the proofs that wait to be checked, so that two people never have the same one in front of them. */
import { and, asc, desc, eq, inArray, lt, min, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { ProofSummary, WaitingProof } from '../../../contract/proofCheck.ts'
import { proofClaimMinutes, proofLateWorkingDays } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { proofChecks, users } from '../../db/tables.ts'
import { isClaimed } from '../../work/claims.ts'
import { describePurchase, selectPurchases } from './findPurchases.ts'
import { workingDaysBefore } from './workingDays.ts'

/** The one that is checked, and the next one, which the page loads meanwhile. */
const takenAtOnce = 2

const isWaiting = eq(proofChecks.state, 'checking')

/** SQL condition that somebody else has the proof in front of them. */
export function isClaimedByOther(userId: number): SQL | undefined {
  return and(isClaimed(proofChecks.claimedUntil), ne(proofChecks.claimedById, userId))
}

export async function takeProofs(db: Database, userId: number): Promise<WaitingProof[]> {
  return db.transaction(async (transaction) => {
    const isTaken = sql`${and(isClaimed(proofChecks.claimedUntil), eq(proofChecks.claimedById, userId))}`
    const isFree = or(isTaken, not(isClaimed(proofChecks.claimedUntil)))
    const taken = await selectPurchases(transaction, and(isWaiting, ne(users.id, userId), isFree))
      .orderBy(desc(isTaken), asc(proofChecks.submittedAt), asc(proofChecks.fileId))
      .limit(takenAtOnce)
      .for('update', { of: proofChecks, skipLocked: true })
    const ids = taken.map(({ check }) => check.fileId)
    await transaction.update(proofChecks).set(claimOf(userId)).where(inArray(proofChecks.fileId, ids))
    return taken.map(describePurchase)
  })
}

/** By the database's clock. */
export function claimOf(userId: number) {
  return { claimedById: userId, claimedUntil: sql`now() + ${proofClaimMinutes}::integer * interval '1 minute'` }
}

export const noClaim = { claimedById: null, claimedUntil: null }

/** SQL condition that a proof has waited for too long. */
export function isLate(now: Date): SQL | undefined {
  return and(isWaiting, lt(proofChecks.submittedAt, workingDaysBefore(now, proofLateWorkingDays)))
}

export async function summarizeProofs(db: Database, now: Date): Promise<ProofSummary> {
  const purchases = selectPurchases(db, isWaiting).as('purchases')
  const late = workingDaysBefore(now, proofLateWorkingDays).toISOString()
  const { submittedAt } = purchases.check
  const row = single(
    await db
      .select({
        waiting: sql`count(*)`.mapWith(Number),
        late: sql`count(*) filter (where ${submittedAt} < ${late}::timestamptz)`.mapWith(Number),
        oldest: min(submittedAt),
      })
      .from(purchases),
  )
  return { ...row, oldest: row.oldest?.toISOString() ?? null }
}
