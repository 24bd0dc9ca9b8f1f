import { Trans } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { ContactLink } from '../support/ContactLink.tsx'

/** What a used code has fixed of a coil, why, and whom to ask. Null is what is not known yet. */
export type Fixed = { readonly coilSerial: string | null; readonly purchaseDate: string | null }

export function FixedPurchase({ coilSerial, purchaseDate }: Fixed) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border bg-muted/50 p-4">
      <Facts>
        {coilSerial !== null && <Fact name={<Trans>Serial number</Trans>}>{coilSerial}</Fact>}
        {purchaseDate !== null && <Fact name={<Trans>Purchase date</Trans>}>{formatDay(purchaseDate)}</Fact>}
      </Facts>
      <p className="text-sm text-pretty text-muted-foreground">
        <Trans>These details can no longer be changed, because a warranty code has been used for this coil.</Trans>
      </p>
      <ContactLink size="sm" />
    </div>
  )
}
