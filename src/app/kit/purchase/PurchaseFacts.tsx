import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProofCheck, PurchaseProof } from '../../../contract/purchaseProof.ts'
import { extensionPeriod, isExpired, type Period } from '../../../contract/warranty.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { useNow } from '../../browser/useNow.ts'
import { Dash, Fact } from '../pages/Facts.tsx'
import { lazyDialog } from '../dialogs/lazyDialog.tsx'
import { ProofBadge, ProofDetails } from './ProofState.tsx'

type PurchaseFactsProps = {
  purchase: {
    readonly purchaseDate: string | null
    readonly purchaseProof: PurchaseProof | null
    readonly proofCheck?: ProofCheck | null
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
  const { purchaseDate, purchaseProof, proofCheck = null, code = null } = purchase
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
          {extension !== null ? (
            <Days period={extension} />
          ) : purchaseDate === null ? (
            <Trans>Starts once the purchase date is known</Trans>
          ) : (
            <span className="text-warning">
              <Trans>Not confirmed: the code was not used within 2 years of the purchase.</Trans>
            </span>
          )}
        </Fact>
      )}
      {code !== null && (
        <Fact name={<Trans>Warranty code</Trans>}>
          <span className="break-all">{code}</span>
        </Fact>
      )}
      <Fact name={<Trans>Proof of purchase</Trans>}>
        <span className="flex flex-wrap items-center gap-x-2.5">
          <ProofLink proof={purchaseProof} mayOpen={mayOpenProof} />
          {proofCheck !== null && <ProofBadge state={proofCheck.state} />}
        </span>
        {purchaseProof !== null && proofCheck !== null && <ProofDetails proof={purchaseProof} check={proofCheck} mayOpen={mayOpenProof} />}
      </Fact>
    </>
  )
}

const ProofDialog = lazyDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** Opens a purchase proof; a dash if there is none (the specification, section 4). A reader who may not open it sees only that there is one. */
function ProofLink({ proof, mayOpen }: { proof: PurchaseProof | null; mayOpen: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (proof === null) return <Dash meaning={t`None`} />
  if (!mayOpen) return <Trans>Provided</Trans>
  return (
    <>
      <button type="button" className="rounded-sm text-primary underline-offset-4 hover:underline" onClick={() => setOpen(true)}>
        <Trans>View</Trans> <span className="sr-only">{proof.fileName}</span>
      </button>
      {isOpen && <ProofDialog proof={proof} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A warranty period, red with its end date when it is over, a dash when it is unknown (the specification, section 4). */
function WarrantyPeriod({ warranty }: { warranty: Period | null }) {
  const { t } = useLingui()
  const now = useNow()
  if (warranty === null) return <Dash meaning={t`Warranty unknown`} />
  const end = formatDay(warranty.end)
  return isExpired(warranty, now) ? (
    <span className="font-medium text-destructive">
      <Trans>Expired on {end}</Trans>
    </span>
  ) : (
    <Days period={warranty} />
  )
}

/** "21/11/2026 – 21/11/2031" */
function Days({ period }: { period: Period }) {
  return (
    <>
      <span>{formatDay(period.start)}</span> <span aria-hidden>–</span>
      <span className="sr-only">
        <Trans>to</Trans>
      </span>{' '}
      <span>{formatDay(period.end)}</span>
    </>
  )
}
