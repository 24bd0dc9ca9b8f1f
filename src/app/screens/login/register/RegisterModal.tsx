import { Trans, useLingui } from '@lingui/react/macro'
import { useLeaving } from '../../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { RegisterForm, type Registration } from './RegisterForm.tsx'

type RegisterModalProps = {
  isOpen: boolean
  /** A registration to correct. Without it the form is empty. */
  start?: Registration
  onClose: () => void
  onRegistered: (registration: Registration) => void
}

export function RegisterModal({ isOpen, start, onClose, onRegistered }: RegisterModalProps) {
  const { t } = useLingui()
  const { onChanged, leave, question } = useLeaving(onClose)
  return (
    <>
      <Dialog open={isOpen} onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`} width="sm:max-w-xl">
          <DialogHeader>
            <DialogTitle>
              <Trans>Create an account</Trans>
            </DialogTitle>
            <DialogDescription>
              <Trans>With an account, you can update your detectors and manage their warranty.</Trans>
            </DialogDescription>
          </DialogHeader>
          <RegisterForm start={start} onChanged={onChanged} onRegistered={onRegistered} />
        </DialogContent>
      </Dialog>
      {question}
    </>
  )
}
