import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { mayChangePurchase } from '../../../../contract/purchaseProof.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { useNow } from '../../../browser/useNow.ts'
import { Facts } from '../../../kit/pages/Facts.tsx'
import { PurchaseFacts } from '../../../kit/purchase/PurchaseFacts.tsx'
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { PurchaseButton } from '../purchase/PurchaseButton.tsx'
import { ContactLink } from '../support/ContactLink.tsx'

/** A detector's purchase and warranty. `onEdit`: null for who may only read. */
export function PurchaseCard({ owned, onEdit }: { owned: UserProduct; onEdit: (() => void) | null }) {
  const headingId = useId()
  const now = useNow()
  return (
    <section aria-labelledby={headingId}>
      <Card>
        <CardHeader>
          <CardTitle id={headingId}>
            <Trans>Warranty and purchase</Trans>
          </CardTitle>
          {onEdit !== null && (
            <CardAction className="-my-1.5 -mr-3">
              {mayChangePurchase(owned.proofCheck, now) ? (
                <PurchaseButton
                  hasPurchase={owned.purchaseDate !== null}
                  proofCheck={owned.proofCheck}
                  name={owned.tostring}
                  onClick={onEdit}
                >
                  <Trans>Register the purchase</Trans>
                </PurchaseButton>
              ) : (
                <ContactLink variant="ghost" size="sm" />
              )}
            </CardAction>
          )}
        </CardHeader>
        <CardContent>
          <Facts>
            <PurchaseFacts purchase={owned} warranty={detectorWarranty(owned)} />
          </Facts>
        </CardContent>
      </Card>
    </section>
  )
}
