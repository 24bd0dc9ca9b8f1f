import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import { toastLongMs } from '../../contract/rules.ts'
import { user } from '../../contract/user.ts'
import { asAppError } from '../../errors.ts'
import { api } from '../api/api.ts'
import { FormDialogFooter } from '../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { FormField } from '../kit/fields/FormField.tsx'
import { NewPasswordFields } from '../kit/passwords/NewPasswordFields.tsx'
import { PasswordInput } from '../kit/passwords/PasswordInput.tsx'
import { useContractForm } from '../kit/form/useContractForm.ts'
import { useLeaving } from '../kit/dialogs/useLeaving.tsx'
import { signIn } from '../session/session.ts'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../ui/dialog.tsx'

type ChangePasswordModalProps = { username: string; onClose: () => void }

/** Changes the user's own password, then signs in again with the new one (the specification, section 7). */
export function ChangePasswordModal({ username, onClose }: ChangePasswordModalProps) {
  const { t } = useLingui()
  const { onChanged, leave, question } = useLeaving(onClose)
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: user.updateCurrentUserPassword.request,
    defaultValues: { oldPassword: '', newPassword: '', newPasswordRepeat: '' },
    onChanged,
    async send(body) {
      try {
        await api.user.updateCurrentUserPassword({ body })
      } catch (error) {
        // The specification, section 8: an error on the field, and a toast.
        if (asAppError(error).invalidField !== undefined)
          toast.error(t`An error occurred during the password update.`, { duration: toastLongMs })
        throw error
      }
      // Before the toast, so that a reload after it finds the new session. The password has changed even if this fails; the current session
      // then continues.
      await signIn({ username, password: body.newPassword.trim() }).catch(() => undefined)
      toast.success(t`Your password has been changed`, { duration: toastLongMs })
      onClose()
    },
  })
  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`}>
          <DialogHeader>
            <DialogTitle>
              <Trans>Change password</Trans>
            </DialogTitle>
            <DialogDescription>
              <Trans>You will be signed out everywhere else.</Trans>
            </DialogDescription>
          </DialogHeader>
          <form {...formProps} className="flex flex-col gap-5">
            {failure !== null && <FormFailure failure={failure} />}
            {/* Tells password managers whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <FormField control={control} name="oldPassword" label={t`Current password`}>
              {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="current-password" />}
            </FormField>
            <NewPasswordFields control={control} name="newPassword" repeatName="newPasswordRepeat" about={[username]} />
            <FormDialogFooter submitLabel={<Trans>Change password</Trans>} isBusy={isBusy} onCancel={leave} />
          </form>
        </DialogContent>
      </Dialog>
      {question}
    </>
  )
}
