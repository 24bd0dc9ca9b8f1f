import { Trans } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { type AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Button } from '../../ui/button.tsx'

type ResendMailProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & { username: string }

/** Sends the validation mail again. The answer is the same for every address (docs/security.md, 2). */
export function ResendMail({ username, ...look }: ResendMailProps) {
  const errorText = useErrorText()
  const [step, setStep] = useState<'idle' | 'busy' | 'sent' | AppError>('idle')

  async function send() {
    setStep('busy')
    await api.authentication.resendValidateAccountMail({ body: { username: username.trim() } }).then(
      () => setStep('sent'),
      (error: unknown) => setStep(asAppError(error)),
    )
  }

  return (
    <>
      <output className="empty:hidden">
        {step === 'sent' && <Trans>A new email is on its way. Open the link in it, then sign in.</Trans>}
      </output>
      <Button {...look} isBusy={step === 'busy'} onClick={() => void send()}>
        <Trans>Resend the validation email</Trans>
      </Button>
      {typeof step === 'object' && <p role="alert">{errorText(step)}</p>}
    </>
  )
}
