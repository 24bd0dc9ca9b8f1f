import { Trans } from '@lingui/react/macro'
import type { Accessory } from '../../../../contract/accessory.ts'
import { mayResend } from '../../../../contract/purchaseProof.ts'
import { coilWarranty } from '../../../../contract/warranty.ts'
import { useNow } from '../../../browser/useNow.ts'
import { CoilDrawing } from '../../../kit/detector/CoilDrawing.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { WarrantyEnd } from '../../../kit/purchase/WarrantyEnd.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import type { OpenCoilDialog } from '../coils/CoilDialogs.tsx'

type CoilLineProps = {
  name: string
  /** Undefined while its details are not known. */
  coil: Accessory | undefined
  onOpen: (dialog: OpenCoilDialog) => void
}

/** A coil beneath its detector. Its details and actions stand on the detector's page. */
export function CoilLine({ name, coil, onOpen }: CoilLineProps) {
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
