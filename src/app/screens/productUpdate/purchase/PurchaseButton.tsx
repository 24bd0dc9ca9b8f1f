import { Trans } from '@lingui/react/macro'
import { CalendarPlus, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProofCheck } from '../../../../contract/purchaseProof.ts'
import { Button } from '../../../ui/button.tsx'

type PurchaseButtonProps = {
  hasPurchase: boolean
  proofCheck: ProofCheck | null
  /** For screen readers: whose purchase it is. */
  name: string
  onClick: () => void
  /** What to do while nothing is registered. */
  children: ReactNode
}

/** Opens the purchase of a detector or coil, and says what is to be done there. Only where the owner may change it. */
export function PurchaseButton({ hasPurchase, proofCheck, name, onClick, children }: PurchaseButtonProps) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      {hasPurchase ? <Pencil aria-hidden /> : <CalendarPlus aria-hidden />}
      {proofCheck?.state === 'refused' ? <Trans>Send another proof</Trans> : hasPurchase ? <Trans>Edit</Trans> : children}
      <span className="sr-only">{name}</span>
    </Button>
  )
}
