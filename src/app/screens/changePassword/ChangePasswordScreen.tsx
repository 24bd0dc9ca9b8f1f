import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { BackToSignIn } from '../../kit/pages/BackToSignIn.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { LinkFailure } from './LinkFailure.tsx'

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
    <Alert aria-live="polite" variant="success">
      <CircleCheck aria-hidden />
      <AlertTitle>
        <Trans>Your password has been changed</Trans>
      </AlertTitle>
      <AlertDescription>
        <Trans>You have been signed out everywhere. Sign in with your new password.</Trans>
      </AlertDescription>
    </Alert>
  )
}
