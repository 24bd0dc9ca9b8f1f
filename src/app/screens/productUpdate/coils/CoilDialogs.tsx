import type { Accessory } from '../../../../contract/accessory.ts'
import { lazyDialog } from '../../../kit/lazyDialog.tsx'
import { DeleteCoil } from './DeleteCoil.tsx'

export type OpenCoilDialog =
  | { readonly kind: 'register' }
  | { readonly kind: 'edit' | 'claim' | 'delete' | 'proof'; readonly coil: Accessory }

const CoilDialog = lazyDialog(async () => (await import('./CoilDialog.tsx')).CoilDialog)
const ClaimDialog = lazyDialog(async () => (await import('../warranty/ClaimDialog.tsx')).ClaimDialog)
const ProofDialog = lazyDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** What a press in the list of coils opens; one at a time. */
export function CoilDialogs({ opened, onClose }: { opened: OpenCoilDialog | null; onClose: () => void }) {
  switch (opened?.kind) {
    case undefined:
      return null
    case 'register':
      return <CoilDialog coil={null} onClose={onClose} />
    case 'edit':
      return <CoilDialog coil={opened.coil} onClose={onClose} />
    case 'claim':
      return <ClaimDialog coil={opened.coil} onClose={onClose} />
    case 'proof':
      // The row offers it only where there is a proof.
      return opened.coil.purchaseProof && <ProofDialog proof={opened.coil.purchaseProof} onClose={onClose} />
    case 'delete':
      return <DeleteCoil coil={opened.coil} onClose={onClose} />
    default:
      return opened satisfies never
  }
}
