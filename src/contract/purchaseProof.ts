/** The invoice that a warranty is based on: an image or a PDF (the device specification, section 5). */
import * as v from 'valibot'
import { backOffice } from './endpoint.ts'
import { id, typedDay, upload } from './fields.ts'
import type { Role } from './rules.ts'

/** Who may open the proofs of other people. */
export const purchaseProofReaders: readonly Role[] = backOffice

export const purchaseProofMaxBytes = 5 * 1024 * 1024

/**
 * What an owner enters about a purchase. `date.future.error` if it is in the future; `purchase.proof.invalid.error` if the proof is too
 * large, or is not a PNG, JPEG or PDF by its content; `purchase.proof.quota.error` if there is no room for it.
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
