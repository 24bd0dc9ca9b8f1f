/** What coils and detectors have in common when their owner registers a purchase. Knows neither. */
import { eq } from 'drizzle-orm'
import type { Upload } from '../../../contract/fields.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { files } from '../../db/tables.ts'
import type { InsertFile } from '../../files/storeFile.ts'
import type { Quota } from '../../limits/quota.ts'
import { purchaseProofQuotas } from './accessoryQuotas.ts'
import { storePurchaseProof, type Uploading } from './purchaseProof.ts'

/** In the time zone furthest ahead, UTC+14, it may already be the next day. */
const earliestDayLeadMs = 14 * 60 * 60 * 1000

type PurchaseForm = { readonly purchaseDate: string; readonly purchaseProofFile?: Upload | undefined }

export type Purchase = {
  /** Midnight UTC of that day. */
  readonly purchaseDate: Date
  /** If undefined, the existing proof stays. */
  readonly insertProof: InsertFile | undefined
}

/** Checks the form and stores its proof. Throws the errors of `purchaseForm`, and `MandatoryField` on a missing proof. */
export async function readPurchase(
  call: Uploading,
  { purchaseDate: day, purchaseProofFile }: PurchaseForm,
  { isProofRequired }: { isProofRequired: boolean },
): Promise<Purchase> {
  const purchaseDate = new Date(`${day}T00:00:00.000Z`)
  const isToCome = purchaseDate.getTime() > call.now.getTime() + earliestDayLeadMs
  if (isToCome) throw new AppError('date.invalid.error', { invalidField: 'purchaseDate' })
  const isMissing = isProofRequired && purchaseProofFile === undefined
  if (isMissing) throw new AppError('MandatoryField', { invalidField: 'purchaseProofFile' })
  return { purchaseDate, insertProof: purchaseProofFile && (await storePurchaseProof(call, purchaseProofFile)) }
}

export function purchaseQuotas({ insertProof }: Purchase): readonly Quota[] {
  return insertProof === undefined ? [] : purchaseProofQuotas
}

/** Saves a row with its new proof, if there is one, and deletes the proof that it replaces. */
export async function saveWithProof(
  db: Database,
  { insertProof }: Purchase,
  formerProofId: number | null,
  save: (proof: { purchaseProofFileId?: number }) => Promise<unknown>,
): Promise<void> {
  if (insertProof === undefined) return void (await save({}))
  await save({ purchaseProofFileId: await insertProof(db) })
  // The bytes are removed by jobs/removeOrphans.ts.
  if (formerProofId !== null) await db.delete(files).where(eq(files.id, formerProofId))
}
