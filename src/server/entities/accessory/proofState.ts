/** What the maker's decision on a proof of purchase means to its owner (the contract's purchaseProof.ts). Knows no coil and no detector. */
import { and, eq } from 'drizzle-orm'
import { isResendOver, lastResendDay, type ProofCheck } from '../../../contract/purchaseProof.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { outgoingMessages, proofChecks } from '../../db/tables.ts'

type Check = typeof proofChecks.$inferSelect

/** Null where there is no proof. */
export function proofCheckOf(check: Check | null, purchaseDate: Date | null): ProofCheck | null {
  if (check === null) return null
  const { state, reason, words } = check
  const decidedAt = check.decidedAt?.toISOString() ?? null
  return { state, reason, words, decidedAt, resendUntil: state === 'refused' ? resendUntil(check, purchaseDate) : null }
}

function resendUntil({ decidedAt }: Check, purchaseDate: Date | null): string | null {
  return decidedAt && lastResendDay(decidedAt.toISOString(), purchaseDate?.toISOString() ?? null)
}

/** What an owner is about to save. */
type Submission = {
  readonly formerProofId: number | null
  /** Its owner gave the coil up, and registers it again. */
  readonly isDeleted: boolean
  /** As stored. */
  readonly purchaseDate: Date | null
  /** The fields whose values change, without the proof. */
  readonly changedFields: readonly string[]
  readonly hasNewProof: boolean
  readonly now: Date
}

/**
 * Runs in the transaction of the save, and locks the decision until it ends. Returns whether the former proof stays because it is approved: an
 * owner who registers a coil again has to send another, which is not needed. Another owner's has no former proof, and is checked anew. Throws
 * `proof.approved.error` on what an approved proof has fixed, `proof.time.over.error` on `purchaseProofFile`.
 */
export async function assertMaySubmit(db: Database, submission: Submission): Promise<boolean> {
  const { formerProofId, isDeleted, purchaseDate, changedFields, hasNewProof, now } = submission
  if (formerProofId === null) return false
  const [check] = await db.select().from(proofChecks).where(eq(proofChecks.fileId, formerProofId)).for('update')
  const [field] = hasNewProof && !isDeleted ? [...changedFields, 'purchaseProofFile'] : changedFields
  const isApproved = check?.state === 'approved'
  if (isApproved && field !== undefined) throw new AppError('proof.approved.error', { invalidField: field })
  if (isDeleted || field === undefined) return isApproved
  const until = check?.state === 'refused' ? resendUntil(check, purchaseDate) : null
  if (until !== null && isResendOver(until, now)) throw new AppError('proof.time.over.error', { invalidField: 'purchaseProofFile' })
  return false
}

/** Staff have corrected what a waiting proof has to prove: who has it in front of them cannot decide before they have seen the correction. */
export async function renewWaiting(db: Database, fileId: number, now: Date): Promise<void> {
  await db
    .update(proofChecks)
    .set({ submittedAt: now })
    .where(and(eq(proofChecks.fileId, fileId), eq(proofChecks.state, 'checking')))
}

/** A proof, or another purchase with the same proof, waits to be checked. A decision that has not been mailed is not mailed. */
export async function submitProof(db: Database, fileId: number, now: Date): Promise<void> {
  const anew = {
    state: 'checking',
    submittedAt: now,
    decidedAt: null,
    decidedById: null,
    reason: null,
    words: null,
    claimedById: null,
    claimedUntil: null,
    lateMailedAt: null,
  } as const
  await db
    .insert(proofChecks)
    .values({ fileId, ...anew })
    .onConflictDoUpdate({ target: proofChecks.fileId, set: anew })
  await db.delete(outgoingMessages).where(eq(outgoingMessages.proofFileId, fileId))
}
