import { Trans, useLingui } from '@lingui/react/macro'
import type { LoginSession } from '../../../contract/authentication.ts'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { useLeaving } from '../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { OwnPasswordForm } from './OwnPasswordForm.tsx'

type ChangePasswordModalProps = {
  session: LoginSession
  /** The portal asks for another password, because this one would be refused today. */
  isWeak?: boolean
  onClose: () => void
}

export function ChangePasswordModal({ session, isWeak = false, onClose }: ChangePasswordModalProps) {
  const { t } = useLingui()
  const { onChanged, leave, question } = useLeaving(onClose)
  const words = <Trans>Change password</Trans>
  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`}>
          <DialogHeader>
            <DialogTitle>{isWeak ? <Trans>Please choose another password</Trans> : words}</DialogTitle>
            <DialogDescription>
              {isWeak && (
                <Trans>
                  Your password is too short or too easy to guess. If you have no time now, we will ask again at your next sign-in.
                </Trans>
              )}{' '}
              <Trans>You will be signed out everywhere else.</Trans>
            </DialogDescription>
          </DialogHeader>
          <OwnPasswordForm session={session} onChanged={onChanged} onDone={onClose}>
            {(isBusy) => (
              <FormDialogFooter
                submitLabel={words}
                isBusy={isBusy}
                onCancel={leave}
                {...(isWeak && { cancelLabel: <Trans>Later</Trans> })}
              />
            )}
          </OwnPasswordForm>
        </DialogContent>
      </Dialog>
      {question}
    </>
  )
}
