/** What coils and detectors have in common when their owner registers a purchase. Knows neither. */
import { eq } from 'drizzle-orm'
import type { Upload } from '../../../contract/fields.ts'
import { isYetToCome } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { files } from '../../db/tables.ts'
import type { InsertFile } from '../../files/storeFile.ts'
import type { Quota } from '../../limits/quota.ts'
import { purchaseProofQuotas } from './accessoryQuotas.ts'
import { storePurchaseProof, type Uploading } from './purchaseProof.ts'

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
  const purchaseDate = readPurchaseDate(day, call.now)
  const isMissing = isProofRequired && purchaseProofFile === undefined
  if (isMissing) throw new AppError('MandatoryField', { invalidField: 'purchaseProofFile' })
  return { purchaseDate, insertProof: purchaseProofFile && (await storePurchaseProof(call, purchaseProofFile)) }
}

/** Throws `date.future.error` on a day in the future. */
export function readPurchaseDate(day: string, now: Date): Date {
  const midnight = `${day}T00:00:00.000Z`
  if (isYetToCome(midnight, now)) throw new AppError('date.future.error', { invalidField: 'purchaseDate' })
  return new Date(midnight)
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
