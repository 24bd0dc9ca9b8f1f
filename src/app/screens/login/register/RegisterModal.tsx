import { Trans } from '@lingui/react/macro'
import { FormDialog } from '../../../kit/dialogs/FormDialog.tsx'
import { RegisterForm, type Registration } from './RegisterForm.tsx'

type RegisterModalProps = {
  /** A registration to correct. Without it the form is empty. */
  start?: Registration
  onClose: () => void
  onRegistered: (registration: Registration) => void
}

export function RegisterModal({ start, onClose, onRegistered }: RegisterModalProps) {
  return (
    <FormDialog
      title={<Trans>Create an account</Trans>}
      description={<Trans>With an account, you can update your detectors and manage their warranty.</Trans>}
      width="sm:max-w-xl"
      onClose={onClose}
    >
      {({ onChanged }) => <RegisterForm start={start} onChanged={onChanged} onRegistered={onRegistered} />}
    </FormDialog>
  )
}
