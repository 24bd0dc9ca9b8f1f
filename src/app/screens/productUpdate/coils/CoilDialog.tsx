import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Accessory } from '../../../../contract/accessory.ts'
import { toastLongMs } from '../../../../contract/rules.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { useLeaving } from '../../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { accessoriesKey } from '../lists/ownQueries.ts'
import { CoilForm, type RefusedCoil } from './CoilForm.tsx'

type CoilDialogProps = {
  /** Null for a new coil. */
  coil: Accessory | null
  /** A refused registration that this dialog corrects. It is discarded once the correction is sent. */
  draft?: RefusedCoil
  onClose: () => void
}

/** Registers a coil, or edits a registered or refused one. */
export function CoilDialog({ coil, draft, onClose }: CoilDialogProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { onChanged, leave, question } = useLeaving(onClose)

  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`}>
          <DialogHeader>
            <DialogTitle>
              <Title coil={coil} />
            </DialogTitle>
            <DialogDescription>
              <Trans>
                The serial number, purchase date and proof of purchase are needed for the 5-year warranty, and to extend it by 5 more years.
              </Trans>
            </DialogDescription>
          </DialogHeader>
          <CoilForm
            coil={coil}
            draft={draft}
            onChanged={onChanged}
            onCancel={leave}
            onLost={onClose}
            onSaved={({ name, isSent }) => {
              if (draft) void appOutbox.discard(draft.sequence)
              void queryClient.invalidateQueries({ queryKey: accessoriesKey })
              if (isSent) toast.success(coil?.coilSerial ? t`Coil ${name} saved` : t`Coil ${name} registered`)
              else toast(t`Coil ${name} is saved on this computer and will be sent when the server is back`, { duration: toastLongMs })
              onClose()
            }}
          />
        </DialogContent>
      </Dialog>
      {question}
    </>
  )
}

function Title({ coil }: { coil: Accessory | null }) {
  if (coil === null) return <Trans>Register a coil</Trans>
  return coil.coilSerial === null ? <Trans>Register coil {coil.name}</Trans> : <Trans>Edit coil {coil.name}</Trans>
}
