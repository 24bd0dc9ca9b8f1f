import { Trans } from '@lingui/react/macro'
import { CalendarPlus, Pencil } from 'lucide-react'
import { useId } from 'react'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { Facts } from '../../../kit/pages/Facts.tsx'
import { PurchaseFacts } from '../../../kit/purchase/PurchaseFacts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'

/** A detector's purchase and warranty. `onEdit`: null for who may only read. */
export function PurchaseCard({ owned, onEdit }: { owned: UserProduct; onEdit: (() => void) | null }) {
  const headingId = useId()
  const hasPurchase = owned.purchaseDate !== null
  return (
    <section aria-labelledby={headingId}>
      <Card>
        <CardHeader>
          <CardTitle id={headingId}>
            <Trans>Warranty and purchase</Trans>
          </CardTitle>
          {onEdit !== null && (
            <CardAction className="-my-1.5 -mr-3">
              <Button variant="ghost" size="sm" onClick={onEdit}>
                {hasPurchase ? <Pencil aria-hidden /> : <CalendarPlus aria-hidden />}
                {hasPurchase ? <Trans>Edit</Trans> : <Trans>Register the purchase</Trans>}
              </Button>
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
