import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from './Facts.tsx'
import { InstalledFirmware } from '../firmware/InstalledFirmware.tsx'
import type { KnownFirmware } from '../firmware/knownFirmware.ts'
import { WarrantyPeriod } from '../warranty/WarrantyPeriod.tsx'

type ProductRowProps = { owned: UserProduct; known: KnownFirmware; isConnected: boolean; onDelete: () => void }

/** A detector with its firmware and warranty. A connected detector cannot be deleted, because it would be registered again at once. */
export function ProductRow({ owned, known, isConnected, onDelete }: ProductRowProps) {
  return (
    <li className="flex flex-col gap-2.5 py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{owned.productName}</span>
        {isConnected && (
          <Badge variant="success">
            <Trans>Connected</Trans>
          </Badge>
        )}
      </p>
      <Facts>
        <Fact name={<Trans>Serial number</Trans>}>{owned.serialNumberFormatted}</Fact>
        <Fact name={<Trans>Current firmware</Trans>}>
          <InstalledFirmware known={known} />
        </Fact>
        <Fact name={<Trans>Hardware version</Trans>}>{owned.materialVersion}</Fact>
        <Fact name={<Trans>Protocol version</Trans>}>{owned.protocolVersion}</Fact>
        <Fact name={<Trans>Warranty</Trans>}>
          <WarrantyPeriod warranty={detectorWarranty(owned)} />
        </Fact>
      </Facts>
      {!isConnected && (
        <div className="-mx-3 -mb-1">
          <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={onDelete}>
            <Trash2 aria-hidden />
            <Trans>Delete</Trans>
            <span className="sr-only">{owned.tostring}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
