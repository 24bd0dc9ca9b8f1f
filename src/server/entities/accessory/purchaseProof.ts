/** Accepts an uploaded purchase proof by its content, not by its name. Knows no coil and no owner. */
import { basePath } from '../../../contract/basePath.ts'
import type { Upload } from '../../../contract/fields.ts'
import {
  type PurchaseProof,
  purchaseProofMaxBytes,
  purchaseProofType,
  type PurchaseProofType,
  purchaseProofTypes,
} from '../../../contract/purchaseProof.ts'
import { proofSideMinPx, purchaseProofUploadsPerHour } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../auth/caller.ts'
import type { files } from '../../db/tables.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { beginningOf, piecesOf } from '../../files/receivedFile.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import { hourMs } from '../../limits/durations.ts'
import { consume, type RateLimit, refund } from '../../limits/rateLimit.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { inSandbox } from '../../sandbox/inSandbox.ts'
import type { ServerContext } from '../../serverContext.ts'

/** Longer than any file signature. */
const inspectedBytes = 16
/** Each upload is written to disk, even if the purchase is refused. */
const uploads: RateLimit = { name: 'purchase proofs', max: purchaseProofUploadsPerHour, windowMs: hourMs }

export type Uploading = Pick<ServerContext, 'db' | 'storage'> & { readonly now: Date; readonly user: Caller }

/** Throws `purchase.proof.invalid.error`, `purchase.proof.small.error`, or `too.many.requests.error` if the account has uploaded too many recently. */
export async function storePurchaseProof({ db, storage, now, user }: Uploading, file: Upload): Promise<InsertFile> {
  if (file.size > purchaseProofMaxBytes) throw invalid()
  const pieces = await piecesOf(file)
  const mediaType = purchaseProofType(beginningOf(pieces, inspectedBytes))
  if (mediaType === null) throw invalid()
  await consume(db, uploads, user.id, now)
  try {
    await assertReadable(user, () => new Uint8Array(Buffer.concat(pieces)), mediaType)
  } catch (error) {
    const isJudged = error instanceof AppError && error.invalidField !== undefined
    if (!isJudged) await refund(db, uploads, user.id, now)
    throw error
  }
  return storeFile({ storage, now }, { pieces, filename: nameFor(file.name, mediaType), kind: 'purchaseProof', mediaType })
}

/**
 * Nobody can check what cannot be opened, has no page or is too small to read; whether a PDF that is encrypted has a page, staff see. `read`
 * copies the file: only when it is its turn.
 */
async function assertReadable(user: Caller, read: () => Uint8Array, mediaType: PurchaseProofType): Promise<void> {
  try {
    if (mediaType === 'application/pdf') {
      if ((await inSandbox(user.id, 'countPages', () => [read()])) === 0) throw invalid()
      return
    }
    const { width, height } = await inSandbox(user.id, 'measureImage', () => [read()])
    if (Math.min(width, height) < proofSideMinPx) throw new AppError('purchase.proof.small.error', { invalidField: 'purchaseProofFile' })
  } catch (error) {
    throw error instanceof FileError ? invalid(error) : error
  }
}

export function purchaseProofOf(file: typeof files.$inferSelect | null): PurchaseProof | null {
  if (file === null) return null
  const { id, filename, mediaType } = file
  return { id, fileName: filename, fileUrl: `${basePath}/file/showFileFromWeb?id=${id}`, isPdf: mediaType === 'application/pdf' }
}

/** Gives the name an extension that fits the content: a picture named "invoice.exe" becomes "invoice.exe.png". */
function nameFor(given: string, mediaType: PurchaseProofType): string {
  const clean = cleanFilename(given)
  const endings: readonly string[] = purchaseProofTypes[mediaType]
  return endings.some((ending) => clean.toLowerCase().endsWith(ending)) ? clean : `${clean}${endings[0] ?? ''}`
}

function invalid(cause?: FileError): AppError {
  return new AppError('purchase.proof.invalid.error', { invalidField: 'purchaseProofFile', cause })
}
