import type { Accessory } from '../../../../contract/accessory.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import type { RefusedCoil } from './CoilDialog.tsx'
import { DeleteCoil } from './DeleteCoil.tsx'

export type OpenCoilDialog =
  | { readonly kind: 'enter' }
  | { readonly kind: 'correct'; readonly coil: Accessory | null; readonly draft: RefusedCoil }
  | { readonly kind: 'edit' | 'claim' | 'delete'; readonly coil: Accessory }

const CoilDialog = lazyDialog(async () => (await import('./CoilDialog.tsx')).CoilDialog)
const ClaimDialog = lazyDialog(async () => (await import('../warranty/ClaimDialog.tsx')).ClaimDialog)

/** The dialog opened from the list of coils or from the list of refused purchases. */
export function CoilDialogs({ opened, onClose }: { opened: OpenCoilDialog | null; onClose: () => void }) {
  switch (opened?.kind) {
    case undefined:
      return null
    case 'enter':
      return <CoilDialog coil={null} onClose={onClose} />
    case 'correct':
      return <CoilDialog coil={opened.coil} draft={opened.draft} onClose={onClose} />
    case 'edit':
      return <CoilDialog coil={opened.coil} onClose={onClose} />
    case 'claim':
      return <ClaimDialog coil={opened.coil} onClose={onClose} />
    case 'delete':
      return <DeleteCoil coil={opened.coil} onClose={onClose} />
    default:
      return opened satisfies never
  }
}
