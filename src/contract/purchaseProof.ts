/** The invoice that a warranty stands on: a picture or a PDF (device document, section 5). */
import * as v from 'valibot'
import { id } from './fields.ts'

export const purchaseProofMaxBytes = 5 * 1024 * 1024

/** What a proof may be, and how the names of such files end. */
export const purchaseProofTypes = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
} as const satisfies Record<string, readonly string[]>
export type PurchaseProofType = keyof typeof purchaseProofTypes

/** The kind that these first bytes of a file are of, whatever its name says; null for any other. */
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
  /** Below the origin. To be fetched with the bearer token: a browser that just follows it is not let in. */
  fileUrl: v.string(),
  isPdf: v.boolean(),
})
export type PurchaseProof = v.InferOutput<typeof purchaseProofAnswer>
