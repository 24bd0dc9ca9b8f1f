import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldPlus, Trash2 } from 'lucide-react'
import type { Accessory } from '../../../../contract/accessory.ts'
import { mayChangePurchase } from '../../../../contract/purchaseProof.ts'
import { claimRefusal, coilWarranty, hasUsedCode, isUnconfirmed } from '../../../../contract/warranty.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../browser/useNow.ts'
import { CoilDrawing } from '../../../kit/detector/CoilDrawing.tsx'
import { Dash, Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { PurchaseFacts } from '../../../kit/purchase/PurchaseFacts.tsx'
import { PurchaseButton } from '../purchase/PurchaseButton.tsx'
import { ContactLink } from '../support/ContactLink.tsx'
import type { OpenCoilDialog } from './CoilDialogs.tsx'

/** A coil with its warranty and its actions. */
export function CoilRow({ coil, onOpen }: { coil: Accessory; onOpen: (dialog: OpenCoilDialog) => void }) {
  const { t } = useLingui()
  const isReadOnly = useImpersonation() !== null
  const now = useNow()
  const isExtendable = claimRefusal(coil, now) === null
  const mayChange = mayChangePurchase(coil.proofCheck, now)
  return (
    <li className="flex flex-col gap-2.5 py-3.5 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 [&>svg]:size-7">
        <CoilDrawing />
        <span className="font-medium tabular-nums">{coil.name}</span>
        {isUnconfirmed(coil) ? (
          <Badge variant="warning">
            <Trans>Extension not confirmed</Trans>
          </Badge>
        ) : (
          hasUsedCode(coil) && (
            <Badge variant={coil.endWarrantyExtension === null ? 'secondary' : 'success'}>
              {coil.endWarrantyExtension === null ? <Trans>Warranty code used</Trans> : <Trans>Warranty extended</Trans>}
            </Badge>
          )
        )}
      </p>
      <Facts>
        {isUnregistered(coil) ? (
          <Fact name={<Trans>Purchase</Trans>}>
            <Trans>Not registered yet</Trans>
          </Fact>
        ) : (
          <>
            <Fact name={<Trans>Serial number</Trans>}>{coil.coilSerial ?? <Dash meaning={t`Not registered yet`} />}</Fact>
            <PurchaseFacts purchase={coil} warranty={coilWarranty(coil)} />
          </>
        )}
      </Facts>
      {!isReadOnly && (
        <div className="-mx-3 -mb-1 flex flex-wrap">
          {mayChange && (
            <PurchaseButton
              hasPurchase={coil.coilSerial !== null}
              proofCheck={coil.proofCheck}
              name={coil.name}
              onClick={() => onOpen({ kind: 'edit', coil })}
            >
              <Trans>Register</Trans>
            </PurchaseButton>
          )}
          {isExtendable && (
            <Button variant="ghost" size="sm" onClick={() => onOpen({ kind: 'claim', coil })}>
              <ShieldPlus aria-hidden />
              <Trans>Extend the warranty</Trans>
              <span className="sr-only">{coil.name}</span>
            </Button>
          )}
          <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => onOpen({ kind: 'delete', coil })}>
            <Trash2 aria-hidden />
            <span className="max-sm:sr-only">
              <Trans>Delete</Trans>
            </span>
            <span className="sr-only">{coil.name}</span>
          </Button>
          {(isUnconfirmed(coil) || !mayChange) && <ContactLink variant="ghost" size="sm" />}
        </div>
      )}
    </li>
  )
}

/** Nothing is known but that it is there: one line instead of a list of dashes. */
function isUnregistered(coil: Accessory): boolean {
  return coil.coilSerial === null && coil.purchaseDate === null && coil.purchaseProof === null && !hasUsedCode(coil)
}
