import { Trans } from '@lingui/react/macro'
import { forgotPassword } from '../../../contract/forgotPassword.ts'
import { type AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { NewPasswordFields } from '../../kit/passwords/NewPasswordFields.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { Button } from '../../ui/button.tsx'

type ChangePasswordFormProps = { token: string; minLength: number; onOutcome: (outcome: 'changed' | AppError) => void }

export function ChangePasswordForm({ token, minLength, onOutcome }: ChangePasswordFormProps) {
  const { control, formProps, isBusy } = useContractForm({
    schema: forgotPassword.updatePasswordFromEmail.request,
    defaultValues: { token, newPassword: '', newPasswordRepeat: '' },
    async send(body) {
      try {
        await api.forgotPassword.updatePasswordFromEmail({ body })
        onOutcome('changed')
      } catch (error) {
        const failure = asAppError(error)
        // Errors of a field are shown on it; any other error replaces the form.
        if (failure.invalidField !== undefined && failure.invalidField !== 'token') throw failure
        onOutcome(failure)
      }
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <NewPasswordFields control={control} name="newPassword" repeatName="newPasswordRepeat" minLength={minLength} />
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Trans>Change my password</Trans>
      </Button>
    </form>
  )
}
