/** Accepts an uploaded purchase proof by its content, not by its name. Knows no coil and no owner. */
import { transfer } from 'comlink'
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
import { measureImage } from '../../files/readImage.ts'
import { beginningOf, piecesOf } from '../../files/receivedFile.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import { hourMs } from '../../limits/durations.ts'
import { consume, type RateLimit } from '../../limits/rateLimit.ts'
import { readPdf } from '../../pdf/withPdfThread.ts'
import type { ServerContext } from '../../serverContext.ts'
import { ThreadError } from '../../threads/inThread.ts'

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
  await assertReadable(() => new Uint8Array(Buffer.concat(pieces)), mediaType)
  return storeFile({ storage, now }, { pieces, filename: nameFor(file.name, mediaType), kind: 'purchaseProof', mediaType })
}

/** Nobody can check what cannot be opened, has no page or is too small to read. `read` copies the file: only when it is its turn. */
async function assertReadable(read: () => Uint8Array, mediaType: PurchaseProofType): Promise<void> {
  if (mediaType === 'application/pdf') {
    if ((await countPagesInTime(read)) === 0) throw invalid()
    return
  }
  const { width, height } = await measureImage(read).catch((error: unknown) => {
    throw error instanceof AppError ? error : invalid()
  })
  if (Math.min(width, height) < proofSideMinPx) throw new AppError('purchase.proof.small.error', { invalidField: 'purchaseProofFile' })
}

/** Null if its pages cannot be counted: staff look at it anyway. */
async function countPagesInTime(read: () => Uint8Array): Promise<number | null> {
  try {
    return await readPdf((thread) => {
      const bytes = read()
      return thread.countPages(transfer(bytes, [bytes.buffer]))
    })
  } catch (error) {
    if (error instanceof ThreadError && error.reason !== 'broken') return null
    throw error
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

function invalid(): AppError {
  return new AppError('purchase.proof.invalid.error', { invalidField: 'purchaseProofFile' })
}
