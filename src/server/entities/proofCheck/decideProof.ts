/** Approves and refuses proofs of purchase, and takes a decision back. The owner's history keeps what was decided and why. */
import { and, eq } from 'drizzle-orm'
import type { Parts } from '../../../contract/endpoint.ts'
import type { proofCheck as calls } from '../../../contract/proofCheck.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { outgoingMessages, proofChecks } from '../../db/tables.ts'
import { minuteMs } from '../../limits/durations.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { lockPurchase, nameOfPurchase, type Purchase } from './findPurchases.ts'
import { claimOf, isClaimedByOther, noClaim } from './takeProofs.ts'

type Call = { readonly db: Database; readonly user: Caller; readonly now: Date; readonly params: { readonly id: number } }
type Decision = Parts<typeof calls.decide>['body']

/** So long a decision can be taken back without a mail about it. */
const mailDelayMs = minuteMs

/** Throws what the contract says of `decide`. */
export async function decideProof({ db, user, now, params: { id } }: Call, decision: Decision): Promise<{ id: number }> {
  const { reason, words } = refusalOf(decision)
  await db.transaction(async (transaction) => {
    const purchase = await lockPurchase(transaction, id)
    const { check, owner } = purchase
    if (owner.id === user.id) throw new AppError('not.authorized')
    const isShown = check.submittedAt.getTime() === Date.parse(decision.submittedAt)
    if (check.state !== 'checking' || !isShown) throw new AppError('proof.changed.error')
    const isOthers = and(eq(proofChecks.fileId, id), isClaimedByOther(user.id))
    if ((await transaction.$count(proofChecks, isOthers)) > 0) throw new AppError('proof.claimed.error')
    const state = decision.decision
    await transaction
      .update(proofChecks)
      .set({ state, reason, words, decidedAt: now, decidedById: user.id, ...noClaim })
      .where(eq(proofChecks.fileId, id))
    const isApproved = state === 'approved'
    const after = isApproved ? {} : { refusal: reason, ...(words !== null && { reason: words }) }
    await write(transaction, purchase, { action: isApproved ? 'approveProof' : 'refuseProof', userId: user.id, after }, now)
    const template = isApproved ? 'proofApproved' : 'proofRefused'
    await queueMessage(transaction, { template, userId: owner.id, proofFileId: id }, now, new Date(now.getTime() + mailDelayMs))
  })
  return { id }
}

/** Throws what the contract says of `reopen`. */
export async function reopenProof({ db, user, now, params: { id } }: Call): Promise<{ id: number }> {
  await db.transaction(async (transaction) => {
    const purchase = await lockPurchase(transaction, id)
    if (purchase.owner.id === user.id) throw new AppError('not.authorized')
    if (purchase.check.state === 'checking') throw new AppError('proof.changed.error')
    await transaction
      .update(proofChecks)
      .set({ state: 'checking', reason: null, words: null, decidedAt: null, decidedById: null, ...claimOf(user.id) })
      .where(eq(proofChecks.fileId, id))
    await transaction.delete(outgoingMessages).where(eq(outgoingMessages.proofFileId, id))
    await write(transaction, purchase, { action: 'reopenProof', userId: user.id, after: null }, now)
  })
  return { id }
}

/** Throws `MandatoryField` on what a refusal lacks. */
function refusalOf({ decision, reason, words }: Decision) {
  if (decision === 'approved') return { reason: null, words: null }
  if (reason === undefined) throw new AppError('MandatoryField', { invalidField: 'reason' })
  if (reason === 'other' && !words) throw new AppError('MandatoryField', { invalidField: 'words' })
  return { reason, words: words || null }
}

type Entry = Pick<Parameters<typeof writeAudit>[1], 'userId' | 'after'> & {
  readonly action: 'approveProof' | 'refuseProof' | 'reopenProof'
}

async function write(db: Database, purchase: Purchase, { action, userId, after }: Entry, now: Date): Promise<void> {
  const { coil, detector, owner } = purchase
  const before = { id: (detector ?? coil)?.id, owned: nameOfPurchase(purchase) }
  await writeAudit(db, { entity: 'user', recordId: owner.id, action, userId, before, after }, now)
}
