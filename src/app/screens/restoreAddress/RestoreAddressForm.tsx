import { Trans } from '@lingui/react/macro'
import { contact } from '../../../contract/contact.ts'
import { type AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { NewPasswordFields } from '../../kit/passwords/NewPasswordFields.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { signOut } from '../../session/session.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { Button } from '../../ui/button.tsx'

type RestoreAddressFormProps = {
  token: string
  username: string
  minLength: number
  onOutcome: (outcome: AppError | { readonly username: string }) => void
}

export function RestoreAddressForm({ token, username, minLength, onOutcome }: RestoreAddressFormProps) {
  const { control, formProps, isBusy } = useContractForm({
    schema: contact.restore.request,
    defaultValues: { token, newPassword: '', newPasswordRepeat: '' },
    async send(body) {
      try {
        const restored = await api.contact.restore({ body })
        // The server has ended all sessions of the account, perhaps including this browser's; another user's session continues.
        if (sessionStore.read()?.id === restored.id) await signOut()
        onOutcome(restored)
      } catch (error) {
        const failure = asAppError(error)
        // Errors of a field are shown on it; any other error replaces the form.
        if (failure.invalidField !== undefined && failure.invalidField in body && failure.invalidField !== 'token') throw failure
        onOutcome(failure)
      }
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields control={control} name="newPassword" repeatName="newPasswordRepeat" about={[username]} minLength={minLength} />
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Trans>Recover my account</Trans>
      </Button>
    </form>
  )
}
