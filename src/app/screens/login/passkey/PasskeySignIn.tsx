import { Trans } from '@lingui/react/macro'
import { UserRoundKey } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasskeySignature } from '../../../../contract/factors.ts'
import { type AppError, asAppError } from '../../../../errors.ts'
import { useConfiguration } from '../../../api/useConfiguration.ts'
import { useOtherPasskeyOrigin } from '../../../api/usePasskeyOrigin.ts'
import { canAutofill } from '../../../browser/passkeys.ts'
import { PasskeyOrigin } from '../../../kit/factors/PasskeyOrigin.tsx'
import { signInWithPasskey } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { askPasskey } from './askPasskey.ts'
import { preloadPortal, useEnter } from '../useSignIn.ts'

export type PasskeySignInProps = {
  /** The password is being checked. */
  isFormBusy: boolean
  onFailure: (failure: AppError | null) => void
}

/** Signing in without a password: by a button, or by a choice in the field of the email address. */
export function PasskeySignIn({ isFormBusy, onFailure }: PasskeySignInProps) {
  const enter = useEnter()
  const [step, setStep] = useState<'idle' | 'busy' | 'cancelled'>('idle')
  const dialog = useRef<AbortController>(null)
  const otherOrigin = useOtherPasskeyOrigin()
  const isConfigured = useConfiguration() !== undefined
  const isOffered = isConfigured && otherOrigin === null && !isFormBusy && step !== 'busy'

  async function run(sign: () => Promise<PasskeySignature>) {
    onFailure(null)
    setStep('busy')
    try {
      const signature = await sign()
      preloadPortal()
      await enter(await signInWithPasskey(signature))
    } catch (error) {
      show(asAppError(error))
    }
  }

  function show(failure: AppError) {
    const isCancelled = failure.code === 'passkey.cancelled.error'
    setStep(isCancelled ? 'cancelled' : 'idle')
    if (!isCancelled) onFailure(failure)
  }

  function openDialog() {
    const opened = new AbortController()
    dialog.current = opened
    void run(() => askPasskey({ signal: opened.signal }))
  }
  useEffect(() => () => dialog.current?.abort(), [])

  const take = useEffectEvent((signature: PasskeySignature) => run(async () => signature))
  useEffect(() => {
    if (!isOffered) return undefined
    const offer = new AbortController()
    void offerPasskeys(offer.signal, (signature) => take(signature))
    return () => offer.abort()
  }, [isOffered])

  if (otherOrigin !== null) return <PasskeyOrigin origin={otherOrigin} />
  if (!isConfigured) return null
  return (
    <>
      <Button variant="outline" className="w-full" disabled={isFormBusy} isBusy={step === 'busy'} onClick={openDialog}>
        {step !== 'busy' && <UserRoundKey aria-hidden className="text-muted-foreground" />}
        <Trans>Sign in with a passkey</Trans>
      </Button>
      <output className="mt-2 block text-sm text-pretty text-muted-foreground empty:hidden">
        {/* Also what browsers answer where a security key without a PIN would have to serve alone. */}
        {step === 'cancelled' && <Trans>The passkey was not used. Try again, or sign in with your password first.</Trans>}
      </output>
    </>
  )
}

/** What the browser is to sign serves for ten minutes. */
const renewMs = 9 * 60_000

/**
 * Offers passkeys in the field of the email address until `signal` aborts. What fails here is silent, because nobody asked for it; `take`
 * shows its own failures, and passkeys are offered again after it.
 */
async function offerPasskeys(signal: AbortSignal, take: (signature: PasskeySignature) => Promise<void>): Promise<void> {
  if (!(await canAutofill().catch(() => false))) return
  while (!signal.aborted) {
    await pageVisible(signal)
    const signature = await chosenPasskey(signal)
    if (signature !== null) await take(signature)
  }
}

/** Null when it is time to ask anew. */
async function chosenPasskey(signal: AbortSignal): Promise<PasskeySignature | null> {
  if (signal.aborted) return null
  const turn = new AbortController()
  const end = () => turn.abort()
  const ended = new Promise<null>((resolve) => {
    turn.signal.addEventListener('abort', () => resolve(null))
  })
  const timer = setTimeout(end, renewMs)
  signal.addEventListener('abort', end)
  const chosen = await askPasskey({ signal: turn.signal, autofill: true }).catch(() => ended)
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  return chosen
}

async function pageVisible(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
