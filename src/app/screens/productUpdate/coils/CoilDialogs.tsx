import { useLingui } from '@lingui/react/macro'
import type { Accessory } from '../../../../contract/accessory.ts'
import { api } from '../../../api/api.ts'
import { Confirm } from '../../../kit/dialogs/Confirm.tsx'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import type { RefusedCoil } from './CoilDialog.tsx'

export type OpenCoilDialog =
  /** Null for a new coil. `draft`: a refused purchase, to correct. */
  | { readonly kind: 'edit'; readonly coil: Accessory | null; readonly draft?: RefusedCoil }
  | { readonly kind: 'claim' | 'delete'; readonly coil: Accessory }

const CoilDialog = lazyDialog(async () => (await import('./CoilDialog.tsx')).CoilDialog)
const ClaimDialog = lazyDialog(async () => (await import('../warranty/ClaimDialog.tsx')).ClaimDialog)

/** The dialog opened from the list of coils or from the list of refused purchases. */
export function CoilDialogs({ opened, onClose }: { opened: OpenCoilDialog | null; onClose: () => void }) {
  switch (opened?.kind) {
    case undefined:
      return null
    case 'edit':
      return <CoilDialog {...opened} onClose={onClose} />
    case 'claim':
      return <ClaimDialog coil={opened.coil} onClose={onClose} />
    case 'delete':
      return <DeleteCoil coil={opened.coil} onClose={onClose} />
    default:
      return opened satisfies never
  }
}

export function DeleteCoil({ coil, onClose }: { coil: Accessory; onClose: () => void }) {
  const { t } = useLingui()
  const { run } = useAction({ send: () => api.accessory.delete({ params: { id: coil.id } }).then(() => t`Coil ${coil.name} deleted`) })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={() => run()}
      title={t`Delete coil ${coil.name}?`}
      description={t`It will be removed from your list. If one of your detectors still uses it, it will come back when you connect that detector.`}
      action={t`Delete`}
    />
  )
}
