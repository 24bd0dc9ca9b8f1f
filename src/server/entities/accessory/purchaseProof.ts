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

/** Ten points are 40 pixels of a page: print that is small can be read. Larger ones would take too much memory to turn upright. */
const sidePx = 3_000
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
  const stored = await judge(user, () => new Uint8Array(Buffer.concat(pieces)), mediaType).catch(async (error: unknown) => {
    const isJudged = error instanceof AppError && error.invalidField !== undefined
    if (!isJudged) await refund(db, uploads, user.id, now)
    throw error
  })
  const about = { filename: nameFor(file.name, mediaType), kind: 'purchaseProof', mediaType } as const
  return storeFile({ storage, now }, { pieces, ...stored, ...about })
}

/**
 * Nobody can check what cannot be opened, has no page or is too small to read; whether a PDF that is encrypted has a page, staff see. Returns
 * what is stored in place of a picture. `read` copies the file: only when it is its turn.
 */
async function judge({ id }: Caller, read: () => Uint8Array, mediaType: PurchaseProofType) {
  try {
    if (mediaType === 'application/pdf') {
      if ((await inSandbox(id, 'countPages', () => [read()])) === 0) throw invalid()
      return {}
    }
    const { image, width, height } = await withoutNotes(id, read, mediaType)
    if (Math.min(width, height) < proofSideMinPx) throw new AppError('purchase.proof.small.error', { invalidField: 'purchaseProofFile' })
    return { pieces: [image], isStripped: true }
  } catch (error) {
    throw error instanceof FileError ? invalid(error) : error
  }
}

/** A picture as it is kept: upright, no larger than it needs to be read, and without what a camera has noted, such as where it was. */
export function withoutNotes(account: number, read: () => Uint8Array, type: Exclude<PurchaseProofType, 'application/pdf'>) {
  return inSandbox(account, 'shrinkMeasured', () => [read(), type, sidePx])
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
