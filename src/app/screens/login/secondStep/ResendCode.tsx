import { Plural, Trans } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { type AppError, asAppError } from '../../../../errors.ts'
import { beginSignIn, type CodeStep, type Credentials, type SecondStep } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useCountdown } from '../../../browser/useCountdown.ts'

type ResendCodeProps = {
  credentials: Credentials
  code: CodeStep
  onSent: (step: SecondStep) => void
  onFailure: (failure: AppError) => void
}

/** Sends another code, once the server allows it; until then it shows the remaining time. */
export function ResendCode({ credentials, code, onSent, onFailure }: ResendCodeProps) {
  const [busy, setBusy] = useState<'no' | 'yes' | 'sent'>('no')
  const secondsLeft = useCountdown(code.resendAt)

  async function resend() {
    setBusy('yes')
    try {
      const next = await beginSignIn(credentials)
      if (next !== null) onSent(next)
      setBusy('sent')
    } catch (error) {
      onFailure(asAppError(error))
      setBusy('no')
    }
  }

  return (
    <>
      <output className="sr-only">{busy === 'sent' && <Trans>A new code has been sent.</Trans>}</output>
      {secondsLeft > 0 ? (
        <p className="text-sm text-muted-foreground tabular-nums">
          <Plural
            value={secondsLeft}
            one="No code? You can request another one in # second."
            other="No code? You can request another one in # seconds."
          />
        </p>
      ) : (
        <Button variant="link" size="inline" isBusy={busy === 'yes'} onClick={() => void resend()}>
          {busy !== 'yes' && <RotateCw aria-hidden />}
          <Trans>Send another code</Trans>
        </Button>
      )}
    </>
  )
}
