import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import type { Accessory } from '../../../../contract/accessory.ts'
import { toastLongMs } from '../../../../contract/rules.ts'
import { FormDialog } from '../../../kit/dialogs/FormDialog.tsx'
import { CoilForm, type RefusedCoil } from './CoilForm.tsx'

type CoilDialogProps = {
  /** Null for a new coil. */
  coil: Accessory | null
  /** A refused purchase that this dialog corrects. */
  draft?: RefusedCoil
  onClose: () => void
}

/** Enters a coil, or edits a stored or refused one. */
export function CoilDialog({ coil, draft, onClose }: CoilDialogProps) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={<Title coil={coil} />}
      description={
        <Trans>
          The serial number, purchase date and proof of purchase are needed for the 5-year warranty, and to extend it by 5 more years.
        </Trans>
      }
      onClose={onClose}
    >
      {(form) => (
        <CoilForm
          {...form}
          coil={coil}
          draft={draft}
          onLost={onClose}
          onSaved={({ name, isSent }) => {
            if (isSent) toast.success(coil?.coilSerial ? t`Coil ${name} saved` : t`Coil ${name} registered`)
            else toast(t`Coil ${name} is saved on this computer and will be sent when the server is back`, { duration: toastLongMs })
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}

function Title({ coil }: { coil: Accessory | null }) {
  if (coil === null) return <Trans>Register a coil</Trans>
  return coil.coilSerial === null ? <Trans>Register coil {coil.name}</Trans> : <Trans>Edit coil {coil.name}</Trans>
}
