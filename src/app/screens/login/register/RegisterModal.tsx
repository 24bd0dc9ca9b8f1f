import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import { toastLongMs } from '../../../../contract/rules.ts'
import { Toasts } from '../../../kit/pages/Toasts.tsx'
import { useLeaving } from '../../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** Stays mounted when it is closed, so that the toast of a registration remains. */
export function RegisterModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
          <RegisterForm
            onChanged={onChanged}
            onRegistered={(username) => {
              onClose()
              toast.success(t`Your account has been created`, {
                description: t`We sent an email to ${username}. Open the link in it to validate your account, then sign in.`,
                duration: toastLongMs,
              })
            }}
          />
        </DialogContent>
      </Dialog>
      {question}
      <Toasts />
    </>
  )
}
