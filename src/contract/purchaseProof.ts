/** The invoice that a warranty is based on: an image or a PDF (the device specification, section 5). */
import * as v from 'valibot'
import { backOffice } from './endpoint.ts'
import { id, instant, typedDay, upload } from './fields.ts'
import { proofRefusals, proofResendDays, type Role } from './rules.ts'
import { lastClaimDay } from './warranty.ts'

/** Who may open the proofs of other people. */
export const purchaseProofReaders: readonly Role[] = backOffice

export const purchaseProofMaxBytes = 5 * 1024 * 1024

/**
 * What an owner enters about a purchase. `date.future.error` if it is in the future; `purchase.proof.invalid.error` if the proof is too
 * large, is not a PNG, JPEG or PDF by its content, cannot be opened or has no page; `purchase.proof.small.error` if it is a picture with a
 * side under `proofSideMinPx`; `purchase.proof.quota.error` if there is no room for it. `proof.approved.error` on what an approved proof
 * has fixed; `proof.time.over.error` on `purchaseProofFile` if another proof comes too late after a refusal.
 */
export const purchaseForm = { purchaseDate: typedDay, purchaseProofFile: v.optional(upload()) }

/** A little more than the file, so that a file just over the limit gets an error on its field. */
export const purchaseFormMaxBytes = purchaseProofMaxBytes + 1024 * 1024

/** The accepted types and their file extensions. */
export const purchaseProofTypes = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
} as const satisfies Record<string, readonly string[]>
export type PurchaseProofType = keyof typeof purchaseProofTypes

/** The type that a file has by its first bytes, whatever its name; null for any other. */
export function purchaseProofType(firstBytes: Uint8Array): PurchaseProofType | null {
  const begins = (...signature: number[]) => signature.every((byte, index) => firstBytes[index] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  // "%PDF-"
  if (begins(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return null
}

export const purchaseProofAnswer = v.object({
  id,
  fileName: v.string(),
  /** Relative to the origin. Needs the bearer token, so a plain link does not work. */
  fileUrl: v.string(),
  isPdf: v.boolean(),
})
export type PurchaseProof = v.InferOutput<typeof purchaseProofAnswer>

/** Addition: what the maker says of a proof. No warranty depends on it. */
const proofStates = ['checking', 'approved', 'refused'] as const
export type ProofState = (typeof proofStates)[number]

const proofCheckAnswer = v.object({
  state: v.picklist(proofStates),
  /** Why it was refused; null in every other state. `words` are the maker's own, and may be null then, too. */
  reason: v.nullable(v.picklist(proofRefusals)),
  words: v.nullable(v.string()),
  decidedAt: v.nullable(instant),
  /** After a refusal: the last day on which another proof may be sent, as its midnight in UTC. */
  resendUntil: v.nullable(instant),
})
export type ProofCheck = v.InferOutput<typeof proofCheckAnswer>

/** Null if there is no proof. */
export const shownProofCheck = v.nullable(proofCheckAnswer)

/** The last day on which another proof may be sent after a refusal, as its midnight in UTC: also past the window of a claim. */
export function lastResendDay(refusedAt: string, purchaseDate: string | null): string {
  const day = new Date(refusedAt)
  day.setUTCHours(0, 0, 0, 0)
  day.setUTCDate(day.getUTCDate() + proofResendDays)
  const afterRefusal = day.toISOString()
  const ofWindow = purchaseDate === null ? afterRefusal : lastClaimDay(purchaseDate)
  return ofWindow > afterRefusal ? ofWindow : afterRefusal
}

/** Whether the day is over on which another proof could be sent. */
export function isResendOver(resendUntil: string, now: Date): boolean {
  return now.getTime() >= Date.parse(resendUntil) + 24 * 60 * 60 * 1000
}

/** Whether a proof was refused and its owner may still send another. */
export function mayResend(check: Pick<ProofCheck, 'state' | 'resendUntil'> | null, now: Date): boolean {
  return check?.state === 'refused' && (check.resendUntil === null || !isResendOver(check.resendUntil, now))
}

/** Whether the owner may still change the purchase: what an approved proof has fixed, and a refused one after its time, only staff change. */
export function mayChangePurchase(check: Pick<ProofCheck, 'state' | 'resendUntil'> | null, now: Date): boolean {
  return check === null || check.state === 'checking' || mayResend(check, now)
}
