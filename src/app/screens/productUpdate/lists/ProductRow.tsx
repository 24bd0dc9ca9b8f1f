import { Trans } from '@lingui/react/macro'
import { CalendarPlus, Pencil, Trash2 } from 'lucide-react'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { isWebHidSupported } from '../../../detector/device.ts'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { PurchaseFacts } from '../../../kit/purchase/PurchaseFacts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { InstalledFirmware } from '../detector/InstalledFirmware.tsx'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import type { OpenProductDialog } from './ProductDialogs.tsx'

type ProductRowProps = { owned: UserProduct; known: KnownFirmware; isConnected: boolean; onOpen: (dialog: OpenProductDialog) => void }

/** A detector with its firmware, its purchase and its warranty. */
export function ProductRow({ owned, known, isConnected, onOpen }: ProductRowProps) {
  const isReadOnly = useImpersonation() !== null
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
        {owned.electronicBoardSerial !== null && (
          <Fact name={<Trans>Electronic board</Trans>}>
            <span className="break-all">{owned.electronicBoardSerial}</span>
          </Fact>
        )}
        <PurchaseFacts purchase={owned} warranty={detectorWarranty(owned)} />
      </Facts>
      {!isConnected && !isWebHidSupported() && <RecallText known={known} />}
      {!isReadOnly && <Actions owned={owned} isConnected={isConnected} onOpen={onOpen} />}
    </li>
  )
}

/** Where the next step does not say it. */
function RecallText({ known }: Pick<ProductRowProps, 'known'>) {
  if (known.state !== 'installed' || known.isRecalled !== true) return null
  const { versionName } = known
  return (
    <p className="text-sm text-pretty">
      <Trans>{versionName} was withdrawn. Connect the detector to a computer to replace it.</Trans>
    </p>
  )
}

/** A connected detector cannot be deleted, because it would be identified again at once. */
function Actions({ owned, isConnected, onOpen }: Pick<ProductRowProps, 'owned' | 'isConnected' | 'onOpen'>) {
  const hasPurchase = owned.purchaseDate !== null
  return (
    <div className="-mx-3 -mb-1 flex flex-wrap">
      <Button variant="ghost" size="sm" onClick={() => onOpen({ kind: 'purchase', owned })}>
        {hasPurchase ? <Pencil aria-hidden /> : <CalendarPlus aria-hidden />}
        {hasPurchase ? <Trans>Edit the purchase</Trans> : <Trans>Register the purchase</Trans>}
        <span className="sr-only">{owned.tostring}</span>
      </Button>
      {!isConnected && (
        <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => onOpen({ kind: 'delete', owned })}>
          <Trash2 aria-hidden />
          <Trans>Delete</Trans>
          <span className="sr-only">{owned.tostring}</span>
        </Button>
      )}
    </div>
  )
}
