import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { lazyDialog } from '../dialogs/lazyDialog.tsx'
import { Dash } from '../pages/Facts.tsx'

const ProofDialog = lazyDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** Opens a purchase proof; a dash if there is none (the specification, section 4). Who may not open it sees that there is one. */
export function ProofLink({ proof, mayOpen }: { proof: PurchaseProof | null; mayOpen: boolean }) {
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
