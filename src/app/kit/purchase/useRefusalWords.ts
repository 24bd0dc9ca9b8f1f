import { useLingui } from '@lingui/react/macro'
import type { ProofRefusal } from '../../../contract/rules.ts'

/** Why a proof of purchase was refused, a sentence each: for its owner, and for staff who choose it. */
export function useRefusalWords(): Readonly<Record<ProofRefusal, string>> {
  const { t } = useLingui()
  return {
    unreadable: t`The document cannot be read.`,
    incomplete: t`Part of the document is missing.`,
    otherDate: t`The date on the document is not the purchase date.`,
    otherProduct: t`The document is for another product.`,
    noInvoice: t`The document is not an invoice or a receipt.`,
    other: t`Another reason`,
  }
}
