import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import type { LoginSession } from '../../../contract/authentication.ts'
import { passwordMinLengthOf } from '../../../contract/passwords.ts'
import { toastLongMs } from '../../../contract/rules.ts'
import { user } from '../../../contract/user.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { NewPasswordFields } from '../../kit/passwords/NewPasswordFields.tsx'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'
import { roleOf, signIn } from '../../session/session.ts'

type OwnPasswordFormProps = {
  session: LoginSession
  /** Of the current password, if it is not the user's own choice. */
  oldLabel?: string
  onChanged?: (isChanged: boolean) => void
  onDone?: () => void
  /** The buttons. */
  children: (isBusy: boolean) => ReactNode
}

/** Changes the user's own password, then signs in again with the new one (the specification, section 7). */
export function OwnPasswordForm({ session, oldLabel, onChanged, onDone, children }: OwnPasswordFormProps) {
  const { t } = useLingui()
  const { username } = session
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: user.updateCurrentUserPassword.request,
    defaultValues: { oldPassword: '', newPassword: '', newPasswordRepeat: '' },
    ...(onChanged && { onChanged }),
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
      await signIn({ username, password: body.newPassword.trim() }).catch(() => sessionStore.writePasswordDue(undefined))
      toast.success(t`Your password has been changed`, { duration: toastLongMs })
      onDone?.()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <FormField control={control} name="oldPassword" label={oldLabel ?? t`Current password`}>
        {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="current-password" />}
      </FormField>
      <NewPasswordFields
        control={control}
        name="newPassword"
        repeatName="newPasswordRepeat"
        about={[username]}
        minLength={passwordMinLengthOf(roleOf(session))}
      />
      {children(isBusy)}
    </form>
  )
}
