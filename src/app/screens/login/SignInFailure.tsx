import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * The specification, section 8: 401 and 403 by their codes, 500 with this screen's own text. Offers another mail if the account is not
 * validated.
 */
export function SignInFailure({ failure, username }: { failure: AppError; username: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const isServerFailure = failure.code === 'internal.server.error'
  return (
    <Alert role="alert" variant="destructive">
      <CircleAlert aria-hidden />
      <AlertDescription>
        <p>{isServerFailure ? t`An error occurred during, please try again.` : errorText(failure)}</p>
        {isServerFailure && failure.requestId !== undefined && (
          <p className="text-xs break-all text-muted-foreground">{t`Request ${failure.requestId}`}</p>
        )}
        {failure.code === 'account.not.validated.error' && <Resend key={username} username={username} />}
      </AlertDescription>
    </Alert>
  )
}

function Resend({ username }: { username: string }) {
  const errorText = useErrorText()
  const [step, setStep] = useState<'idle' | 'busy' | 'sent' | AppError>('idle')

  async function send() {
    setStep('busy')
    await api.authentication.resendValidateAccountMail({ body: { username: username.trim() } }).then(
      () => setStep('sent'),
      (error: unknown) => setStep(asAppError(error)),
    )
  }

  if (step === 'sent') {
    return (
      <output>
        <Trans>A new email is on its way. Open the link in it, then sign in.</Trans>
      </output>
    )
  }
  return (
    <>
      <Button variant="link" size="inline" className="self-start" isBusy={step === 'busy'} onClick={() => void send()}>
        <Trans>Resend the validation email</Trans>
      </Button>
      {typeof step === 'object' && <p role="alert">{errorText(step)}</p>}
    </>
  )
}
