import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { AppError } from '../../../errors.ts'
import { loginPath } from '../../session/screens.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { setPrefilledLogin } from '../../session/prefilledLogin.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type LinkFailureProps = { failure: AppError; onRetry: () => void; isRetrying: boolean }

/** The specification, section 8: the server's message for an invalid link (418); anything else is a server error that may be temporary. */
export function LinkFailure({ failure, onRetry, isRetrying }: LinkFailureProps) {
  const errorText = useErrorText()
  const navigate = useNavigate()

  async function askForAnother() {
    setPrefilledLogin({ username: '', password: '', isForgotPassword: true })
    await navigate({ to: loginPath })
  }

  if (failure.status === 418) {
    return (
      <Alert role="alert" variant="destructive">
        <CircleAlert aria-hidden />
        <AlertDescription>
          <p>{errorText(failure)}</p>
          <Button variant="link" size="inline" className="self-start" onClick={() => void askForAnother()}>
            <Trans>Request a new link</Trans>
          </Button>
        </AlertDescription>
      </Alert>
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
