import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { AppError } from '../../../errors.ts'
import { loadAllTexts } from '../../i18n/i18n.ts'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { Button } from '../../ui/button.tsx'
import type { RegisterModal } from './register/RegisterModal.tsx'
import type { OnView } from './useSignIn.ts'

/** Loaded on demand: with the phone number rules of all countries it is larger than the rest of this screen. */
async function loadModal(): Promise<typeof RegisterModal> {
  const [module] = await Promise.all([import('./register/RegisterModal.tsx'), loadAllTexts()])
  return module.RegisterModal
}

export function RegisterLink({ onView }: { onView: OnView }) {
  // In an object, because React calls functions passed to setState.
  const [step, setStep] = useState<'closed' | 'loading' | 'failed' | { readonly Modal: typeof RegisterModal }>('closed')

  async function open() {
    setStep('loading')
    try {
      setStep({ Modal: await loadModal() })
    } catch {
      setStep('failed')
    }
  }

  return (
    <>
      {step === 'failed' && <FormFailure failure={new AppError('network.offline.error')} />}
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted-foreground">
        <Trans>No account yet?</Trans>
        <Button
          variant="link"
          size="inline"
          isBusy={step === 'loading'}
          onPointerEnter={() => void loadModal().catch(() => undefined)}
          onClick={() => void open()}
        >
          <Trans>Create an account</Trans>
        </Button>
      </p>
      {typeof step === 'object' && (
        <step.Modal onClose={() => setStep('closed')} onRegistered={(registration) => onView({ name: 'checkMail', registration })} />
      )}
    </>
  )
}
