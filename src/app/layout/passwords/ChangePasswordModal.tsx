import { Trans } from '@lingui/react/macro'
import type { LoginSession } from '../../../contract/authentication.ts'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { OwnPasswordForm } from './OwnPasswordForm.tsx'

type ChangePasswordModalProps = {
  session: LoginSession
  /** The portal asks for another password, because this one would be refused today. */
  isWeak?: boolean
  onClose: () => void
}

export function ChangePasswordModal({ session, isWeak = false, onClose }: ChangePasswordModalProps) {
  const words = <Trans>Change password</Trans>
  return (
    <FormDialog
      title={isWeak ? <Trans>Please choose another password</Trans> : words}
      description={
        <>
          {isWeak && (
            <Trans>Your password is too short or too easy to guess. If you have no time now, we will ask again at your next sign-in.</Trans>
          )}{' '}
          <Trans>You will be signed out everywhere else.</Trans>
        </>
      }
      onClose={onClose}
    >
      {({ onChanged, onCancel }) => (
        <OwnPasswordForm session={session} onChanged={onChanged} onDone={onClose}>
          {(isBusy) => (
            <FormDialogFooter
              submitLabel={words}
              isBusy={isBusy}
              onCancel={onCancel}
              {...(isWeak && { cancelLabel: <Trans>Later</Trans> })}
            />
          )}
        </OwnPasswordForm>
      )}
    </FormDialog>
  )
}
