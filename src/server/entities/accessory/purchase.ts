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
import { assertMaySubmit, submitProof } from './proofState.ts'
import { storePurchaseProof, type Uploading } from './purchaseProof.ts'

type PurchaseForm = { readonly purchaseDate: string; readonly purchaseProofFile?: Upload | undefined }

export type Purchase = {
  /** Midnight UTC of that day. */
  readonly purchaseDate: Date
  /** If undefined, the existing proof stays. */
  readonly insertProof: InsertFile | undefined
  readonly now: Date
}

/** What is stored of a purchase that is saved anew. */
type Former = {
  readonly purchaseProofFileId: number | null
  readonly purchaseDate: Date | null
  readonly isDeleted: boolean
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
  return { purchaseDate, insertProof: purchaseProofFile && (await storePurchaseProof(call, purchaseProofFile)), now: call.now }
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

/**
 * Saves a row with its new proof, if there is one, and deletes the proof that it replaces. A new proof waits to be checked, and so does the
 * stored one if a field has changed; an approved one stays. Throws the errors of `assertMaySubmit`.
 */
export async function saveWithProof(
  db: Database,
  { insertProof, purchaseDate, now }: Purchase,
  former: Former & { readonly otherChanges?: readonly string[] },
  save: (proof: { purchaseProofFileId?: number }) => Promise<unknown>,
): Promise<void> {
  const { purchaseProofFileId: formerProofId, otherChanges = [] } = former
  const isSameDay = former.purchaseDate?.getTime() === purchaseDate.getTime()
  const changedFields = isSameDay ? otherChanges : [...otherChanges, 'purchaseDate']
  const isKept = await assertMaySubmit(db, { ...former, formerProofId, changedFields, hasNewProof: insertProof !== undefined, now })
  if (insertProof === undefined || isKept) {
    await save({})
    if (formerProofId !== null && changedFields.length > 0) await submitProof(db, formerProofId, now)
    return
  }
  const proofId = await insertProof(db)
  await save({ purchaseProofFileId: proofId })
  await submitProof(db, proofId, now)
  // The bytes are removed by jobs/removeOrphans.ts.
  if (formerProofId !== null) await db.delete(files).where(eq(files.id, formerProofId))
}
