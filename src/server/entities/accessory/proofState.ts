/** What the maker's decision on a proof of purchase means to its owner (the contract's purchaseProof.ts). Knows no coil and no detector. */
import { and, eq } from 'drizzle-orm'
import { isResendOver, lastResendDay, type ProofCheck } from '../../../contract/purchaseProof.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { type files, outgoingMessages, proofChecks } from '../../db/tables.ts'

type Check = typeof proofChecks.$inferSelect

type Shown = {
  readonly proof: typeof files.$inferSelect | null
  readonly check: Check | null
  readonly purchaseDate: Date | null
}

export function proofCheckOf({ proof, check, purchaseDate }: Shown): ProofCheck | null {
  if (proof === null) return null
  if (check === null) return { state: 'notChecked', reason: null, words: null, decidedAt: null, resendUntil: null }
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
  /** The owner gave the coil or detector up: what was decided of it is over. */
  readonly isDeleted: boolean
  /** As stored. */
  readonly purchaseDate: Date | null
  /** The fields whose values change, without the proof. */
  readonly changedFields: readonly string[]
  readonly hasNewProof: boolean
  readonly now: Date
}

/**
 * Runs in the transaction of the save, and locks the decision until it ends. Throws `proof.approved.error` on what an approved proof has fixed,
 * `proof.time.over.error` on `purchaseProofFile`.
 */
export async function assertMaySubmit(db: Database, submission: Submission): Promise<void> {
  const { formerProofId, isDeleted, purchaseDate, changedFields, hasNewProof, now } = submission
  const [field] = hasNewProof ? [...changedFields, 'purchaseProofFile'] : changedFields
  if (formerProofId === null || isDeleted || field === undefined) return
  const [check] = await db.select().from(proofChecks).where(eq(proofChecks.fileId, formerProofId)).for('update')
  if (check?.state === 'approved') throw new AppError('proof.approved.error', { invalidField: field })
  const until = check?.state === 'refused' ? resendUntil(check, purchaseDate) : null
  if (until !== null && isResendOver(until, now)) throw new AppError('proof.time.over.error', { invalidField: 'purchaseProofFile' })
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
