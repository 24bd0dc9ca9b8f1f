import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { forgotPassword } from '../../../contract/forgotPassword.ts'
import { AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { BackToSignIn } from '../../kit/pages/BackToSignIn.tsx'
import { Succeeded } from '../../kit/pages/Succeeded.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { NewPasswordFields } from '../../kit/passwords/NewPasswordFields.tsx'
import { Entrance } from '../../layout/Entrance.tsx'
import { setPrefilledLogin } from '../../session/prefilledLogin.ts'
import { loginPath } from '../../session/screens.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A new password by a mailed link. Checks the link first, which does not use it up, then shows the form until there is a result. */
export function ChangePasswordScreen() {
  const { t } = useLingui()
  const { token = '' } = useParams({ from: '/changePassword/{-$token}' })
  const [outcome, setOutcome] = useState<'changed' | AppError | null>(null)
  const check = useQuery({
    ...queryOf(api.forgotPassword.checkUpdatePasswordToken, { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
  usePageTitle(t`Choose a new password`)

  function tryAgain() {
    setOutcome(null)
    void check.refetch()
  }

  const failure = outcome instanceof AppError ? outcome : check.isError ? asAppError(check.error) : null
  return (
    <Entrance title={<Trans>Choose a new password</Trans>}>
      {failure !== null ? (
        <LinkFailure failure={failure} onRetry={tryAgain} isRetrying={check.isFetching} />
      ) : outcome === 'changed' ? (
        <Changed />
      ) : check.data === undefined ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <ChangePasswordForm token={token} minLength={check.data.passwordMinLength} onOutcome={setOutcome} />
      )}
      <BackToSignIn />
    </Entrance>
  )
}

function Changed() {
  return (
    <Succeeded title={<Trans>Your password has been changed</Trans>}>
      <Trans>You have been signed out everywhere. Sign in with your new password.</Trans>
    </Succeeded>
  )
}

type ChangePasswordFormProps = { token: string; minLength: number; onOutcome: (outcome: 'changed' | AppError) => void }

function ChangePasswordForm({ token, minLength, onOutcome }: ChangePasswordFormProps) {
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

type LinkFailureProps = { failure: AppError; onRetry: () => void; isRetrying: boolean }

/** The specification, section 8: the server's message for an invalid link (418); anything else is a server error that may be temporary. */
function LinkFailure({ failure, onRetry, isRetrying }: LinkFailureProps) {
  const errorText = useErrorText()
  const navigate = useNavigate()

  async function askForAnother() {
    setPrefilledLogin({ username: '', password: '', isForgotPassword: true })
    await navigate({ to: loginPath })
  }

  if (failure.status === 418) {
    return (
      <FormFailure failure={failure}>
        <Button variant="link" size="inline" className="self-start" onClick={() => void askForAnother()}>
          <Trans>Request a new link</Trans>
        </Button>
      </FormFailure>
    )
  }
  return (
    <Alert role="alert" variant="destructive">
      <CircleAlert aria-hidden />
      <AlertTitle>
        <Trans>Server error</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>{errorText(failure)}</p>
        <Button variant="outline" size="sm" className="self-start" isBusy={isRetrying} onClick={onRetry}>
          {!isRetrying && <RotateCw aria-hidden />}
          <Trans>Try again</Trans>
        </Button>
      </AlertDescription>
    </Alert>
  )
}
