import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Accessory } from '../../../../contract/accessory.ts'
import { mayResend } from '../../../../contract/purchaseProof.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { coilWarranty, detectorWarranty } from '../../../../contract/warranty.ts'
import { isWebHidSupported } from '../../../detector/device.ts'
import { useNow } from '../../../browser/useNow.ts'
import { DetectorDrawing } from '../../../kit/detector/DetectorDrawing.tsx'
import { detectorName } from '../../../../contract/detectorFamily.ts'
import { CoilDrawing } from '../../../kit/detector/CoilDrawing.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { WarrantyEnd } from '../../../kit/purchase/WarrantyEnd.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { availableNow } from '../../../update/offers/availableNow.ts'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import type { OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import type { OpenProductDialog } from '../lists/ProductDialogs.tsx'
import { PurchaseButton } from '../purchase/PurchaseButton.tsx'
import { FirmwareLine } from './FirmwareLine.tsx'

type EquipmentRowProps = {
  owned: UserProduct
  /** All of the person's; undefined while they are not known. */
  coils: readonly Accessory[] | undefined
  known: KnownFirmware
  isConnected: boolean
  onOpen: (dialog: OpenProductDialog) => void
  onOpenCoil: (dialog: OpenCoilDialog) => void
}

/** A detector in one glance, with its coils beneath. The rest stands on its own page. */
export function EquipmentRow({ owned, coils, known, isConnected, onOpen, onOpenCoil }: EquipmentRowProps) {
  const { t } = useLingui()
  const now = useNow()
  const isReadOnly = useImpersonation() !== null
  const { productName, serialNumberFormatted } = owned
  const ofIt = coils?.filter(({ userProductId }) => userProductId === owned.id)
  const listed =
    ofIt?.map((coil) => ({ id: coil.id, name: coil.name, coil })) ?? owned.accessories.map((one) => Object.assign({ coil: undefined }, one))
  const name = detectorName(owned)
  const warranty = detectorWarranty(owned)
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4">
        <div
          className={cn(
            'rounded-lg bg-muted p-1.5 [&>svg]:h-14 [&>svg]:w-20 max-sm:[&>svg]:h-11 max-sm:[&>svg]:w-16',
            known.state === 'none' && 'opacity-35',
          )}
        >
          <DetectorDrawing typeName={owned.product.typeName} />
        </div>
        <div className="flex min-w-0 flex-col gap-0.5 text-sm wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* The whole row is pressed, and only the name is read. */}
            <Link
              to="/equipment/$id"
              params={{ id: String(owned.id) }}
              className="rounded-sm text-base font-medium after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
            {isConnected && (
              <Badge variant="success">
                <Trans>Connected</Trans>
              </Badge>
            )}
          </p>
          <p className="text-muted-foreground tabular-nums">
            {owned.nickname === null ? serialNumberFormatted : `${productName} · ${serialNumberFormatted}`}
          </p>
          <FirmwareLine known={known} available={availableNow(owned, known)} />
          <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground tabular-nums">
            <WarrantyEnd warranty={warranty} />
            {owned.proofCheck !== null && <ProofBadge state={owned.proofCheck.state} isNamed />}
          </p>
        </div>
        <ChevronRight aria-hidden className="size-5 text-muted-foreground" />
      </div>
      {!isConnected && !isWebHidSupported() && <RecallText known={known} />}
      {!isReadOnly && (owned.purchaseDate === null || mayResend(owned.proofCheck, now)) && (
        <div className="-my-1 -ml-3">
          <PurchaseButton
            hasPurchase={owned.purchaseDate !== null}
            proofCheck={owned.proofCheck}
            name={owned.tostring}
            onClick={() => onOpen({ kind: 'purchase', owned })}
          >
            <Trans>Register the purchase</Trans>
          </PurchaseButton>
        </div>
      )}
      {listed.length > 0 && (
        <ul aria-label={t`Coils of ${name}`} className="grid gap-x-6 gap-y-2 border-l-2 pl-4 lg:grid-cols-2">
          {listed.map(({ id, name: coilName, coil }) => (
            <CoilLine key={id} name={coilName} coil={coil} onOpen={onOpenCoil} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Where the next step does not say it. */
function RecallText({ known }: Pick<EquipmentRowProps, 'known'>) {
  if (known.state !== 'installed' || known.isRecalled !== true) return null
  const { versionName } = known
  return (
    <p className="text-sm text-pretty">
      <Trans>{versionName} was withdrawn. Connect the detector to a computer to replace it.</Trans>
    </p>
  )
}

type CoilLineProps = {
  name: string
  /** Undefined while its details are not known. */
  coil: Accessory | undefined
  onOpen: (dialog: OpenCoilDialog) => void
}

/** A coil beneath its detector. Its details and actions stand on the detector's page. */
function CoilLine({ name, coil, onOpen }: CoilLineProps) {
  const isReadOnly = useImpersonation() !== null
  const now = useNow()
  const check = coil?.proofCheck ?? null
  const isRegistered = coil !== undefined && coil.coilSerial !== null
  return (
    <li className="flex min-w-0 items-center gap-3 text-sm">
      <CoilDrawing />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 wrap-anywhere">
        <span className="tabular-nums">{name}</span>
        {coil !== undefined && (
          <span className="text-muted-foreground tabular-nums">
            {isRegistered ? <WarrantyEnd warranty={coilWarranty(coil)} /> : <Trans>Not registered yet</Trans>}
          </span>
        )}
        {check !== null && <ProofBadge state={check.state} isNamed />}
        {coil !== undefined && !isReadOnly && (!isRegistered || mayResend(check, now)) && (
          <Button variant="ghost" size="sm" className="-my-1 max-sm:-ml-3 sm:ml-auto" onClick={() => onOpen({ kind: 'edit', coil })}>
            {isRegistered ? <Trans>Send another proof</Trans> : <Trans>Register</Trans>}
            <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
