import { Trans, useLingui } from '@lingui/react/macro'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { extensionPeriod, type Period } from '../../../contract/warranty.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { Dash, Fact } from '../pages/Facts.tsx'
import { ProofLink } from './ProofLink.tsx'
import { Days, WarrantyPeriod } from './WarrantyPeriod.tsx'

type PurchaseFactsProps = {
  purchase: {
    readonly purchaseDate: string | null
    readonly purchaseProof: PurchaseProof | null
    readonly startWarrantyExtension: string | null
    readonly endWarrantyExtension: string | null
    /** The warranty code that was claimed. */
    readonly code?: string | null
  }
  warranty: Period | null
  mayOpenProof?: boolean
}

/** What is known of a purchase and its warranty, for a `Facts` list: the same for the owner and for staff. */
export function PurchaseFacts({ purchase, warranty, mayOpenProof = true }: PurchaseFactsProps) {
  const { t } = useLingui()
  const { purchaseDate, purchaseProof, code = null } = purchase
  const extension = extensionPeriod(purchase)
  const isExtended = extension !== null || code !== null
  return (
    <>
      <Fact name={<Trans>Purchase date</Trans>}>{purchaseDate === null ? <Dash meaning={t`Unknown`} /> : formatDay(purchaseDate)}</Fact>
      <Fact name={<Trans>Warranty</Trans>}>
        <WarrantyPeriod warranty={warranty} />
      </Fact>
      {isExtended && (
        <Fact name={<Trans>Extension</Trans>}>
          {extension === null ? <Trans>Starts once the purchase date is known</Trans> : <Days period={extension} />}
        </Fact>
      )}
      {code !== null && (
        <Fact name={<Trans>Warranty code</Trans>}>
          <span className="break-all">{code}</span>
        </Fact>
      )}
      <Fact name={<Trans>Proof of purchase</Trans>}>
        <ProofLink proof={purchaseProof} mayOpen={mayOpenProof} />
      </Fact>
    </>
  )
}
