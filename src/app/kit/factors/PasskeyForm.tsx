import { Trans } from '@lingui/react/macro'
import { UserRoundKey } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PasskeySignature } from '../../../contract/factors.ts'
import { type AppError, asAppError } from '../../../errors.ts'
import { FormFailure } from '../failures/FormFailure.tsx'
import { useErrorText } from '../failures/useErrorText.ts'
import { Button } from '../../ui/button.tsx'
import type { Prove } from './prove.ts'

type PasskeyFormProps = { sign: (signal: AbortSignal) => Promise<PasskeySignature>; prove: Prove }

/** The browser's dialog opens on a click alone: nobody should have to close it first who wants another factor. */
export function PasskeyForm({ sign, prove }: PasskeyFormProps) {
  const errorText = useErrorText()
  const [step, setStep] = useState<'idle' | 'busy' | AppError>('idle')
  const dialog = useRef<AbortController>(null)
  useEffect(() => () => dialog.current?.abort(), [])

  async function usePasskey() {
    const { signal } = (dialog.current = new AbortController())
    setStep('busy')
    try {
      await prove(async () => ({ kind: 'passkey', signature: await sign(signal) }))
      setStep('idle')
    } catch (error) {
      setStep(asAppError(error))
    }
  }

  const failure = typeof step === 'object' ? step : null
  return (
    <>
      {failure !== null && !failure.isSilent && <FormFailure failure={failure} />}
      <Button
        // The only button of a view that has just opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        isBusy={step === 'busy'}
        className="w-full"
        onClick={() => void usePasskey()}
      >
        {step !== 'busy' && <UserRoundKey aria-hidden />}
        <Trans>Use a passkey</Trans>
      </Button>
      <output className="-mt-2 text-sm text-muted-foreground empty:hidden">{failure?.isSilent === true && errorText(failure)}</output>
    </>
  )
}
