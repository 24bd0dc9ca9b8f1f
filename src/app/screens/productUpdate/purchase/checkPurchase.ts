import { purchaseProofMaxBytes } from '../../../../contract/purchaseProof.ts'
import type { ErrorCode } from '../../../../errors.ts'
import { serverDate } from '../../../api/serverReachability.ts'
import { localDay } from '../../../i18n/calendarDay.ts'

export type PurchaseValues = { purchaseDate: string; purchaseProofFile: File | undefined }

/**
 * Checks that the call's schema cannot express: the date is not in the future by the server's clock, and there is a proof where one is
 * needed: for a new purchase, and after a refusal that nothing else would answer.
 */
export function checkPurchase(
  { purchaseDate, purchaseProofFile: file }: PurchaseValues,
  { isProofRequired }: { isProofRequired: boolean },
): Readonly<Record<string, ErrorCode>> {
  const isToCome = purchaseDate > localDay(serverDate())
  const isMissing = isProofRequired && file === undefined
  const isUnfit = file !== undefined && (file.type === '' || file.size > purchaseProofMaxBytes)
  return {
    ...(isToCome && { purchaseDate: 'date.future.error' }),
    ...(isMissing && { purchaseProofFile: 'MandatoryField' }),
    ...(isUnfit && { purchaseProofFile: 'purchase.proof.invalid.error' }),
  }
}
