/** Takes an uploaded purchase proof in, by what it is and not by what it is called. Knows no coil and no owner. */
import { basePath } from '../contract/basePath.ts'
import type { Upload } from '../contract/fields.ts'
import {
  purchaseProofMaxBytes,
  purchaseProofType,
  purchaseProofTypes,
  type PurchaseProof,
  type PurchaseProofType,
} from '../contract/purchaseProof.ts'
import { AppError } from '../errors.ts'
import { cleanFilename } from './cleanFilename.ts'
import type { files } from './db/tables.ts'
import { piecesOf } from './receivedFile.ts'
import type { Storage } from './storage.ts'

type NewFile = Omit<typeof files.$inferInsert, 'createdAt'>

/** Keeps its bytes; the row that names them is for the caller's transaction. Throws `purchase.proof.invalid.error`. */
export async function storePurchaseProof(storage: Storage, file: Upload): Promise<NewFile> {
  if (file.size > purchaseProofMaxBytes) throw invalid()
  const pieces = await piecesOf(file)
  const mediaType = purchaseProofType(pieces[0] ?? new Uint8Array())
  if (mediaType === null) throw invalid()
  return { ...(await storage.put(pieces)), filename: nameFor(file.name, mediaType), kind: 'purchaseProof', mediaType }
}

export function purchaseProofOf(file: typeof files.$inferSelect | null): PurchaseProof | null {
  if (file === null) return null
  const { id, filename, mediaType } = file
  return { id, fileName: filename, fileUrl: `${basePath}/file/showFileFromWeb?id=${id}`, isPdf: mediaType === 'application/pdf' }
}

/** A name that ends as its content demands: a picture that calls itself "invoice.exe" becomes "invoice.exe.png". */
function nameFor(given: string, mediaType: PurchaseProofType): string {
  const clean = cleanFilename(given)
  const endings: readonly string[] = purchaseProofTypes[mediaType]
  return endings.some((ending) => clean.toLowerCase().endsWith(ending)) ? clean : `${clean}${endings[0] ?? ''}`
}

function invalid(): AppError {
  return new AppError('purchase.proof.invalid.error', { invalidField: 'purchaseProofFile' })
}
