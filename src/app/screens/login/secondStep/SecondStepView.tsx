import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, Info, KeyRound, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { authentication } from '../../../../contract/authentication.ts'
import type { FactorKind } from '../../../../contract/rules.ts'
import { type AppError, asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { useCountdown } from '../../../browser/useCountdown.ts'
import { FactorCodeForm } from '../../../kit/factors/FactorCodeForm.tsx'
import { PasskeyForm } from '../../../kit/factors/PasskeyForm.tsx'
import { PasskeyOrigin } from '../../../kit/factors/PasskeyOrigin.tsx'
import type { Prove } from '../../../kit/factors/prove.ts'
import { useUsableFactors } from '../../../kit/factors/useUsableFactors.ts'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { CodeField } from '../../../kit/fields/CodeField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../../layout/Entrance.tsx'
import { beginSignIn, type CodeStep, type Credentials, type SecondStep } from '../../../session/session.ts'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { askPasskey } from '../passkey/askPasskey.ts'
import { factorCalls } from '../passkey/factorCalls.ts'
import { secondView, useSignIn, type ViewProps } from '../useSignIn.ts'
import { FactorLinks } from './FactorLinks.tsx'

/** What follows the password. */
export function SecondStepView({ view, onView }: ViewProps<'code' | 'factor'>) {
  return view.name === 'code' ? <CodeView view={view} onView={onView} /> : <FactorView view={view} onView={onView} />
}

/** The second step with one of the account's own factors: of those that work here the most convenient first. */
function FactorView({ view, onView }: ViewProps<'factor'>) {
  const { t } = useLingui()
  const prove = useProof({ view, onView })
  const { kind, others, choose, otherOrigin } = useUsableFactors(view.factors)
  usePageTitle(t`Confirm your identity`)

  return (
    <Entrance title={<Trans>Confirm your identity</Trans>} introduction={<Introduction kind={kind} />}>
      <div className="flex flex-col gap-5 empty:hidden">
        {view.hasExpired === true && <Expired />}
        {kind === 'passkey' && <PasskeyForm sign={(signal) => askPasskey({ credentials: view.credentials, signal })} prove={prove} />}
        {(kind === 'totp' || kind === 'recoveryCode') && <FactorCodeForm key={kind} kind={kind} prove={prove} />}
        {kind === null && otherOrigin !== null && <PasskeyOrigin origin={otherOrigin} />}
      </div>
      <FactorLinks view={view} onView={onView} others={others} onChoose={choose}>
        {kind !== null && otherOrigin !== null && view.factors.includes('passkey') && <PasskeyOrigin origin={otherOrigin} />}
      </FactorLinks>
    </Entrance>
  )
}

function Introduction({ kind }: { kind: FactorKind | null }) {
  switch (kind) {
    case 'passkey':
      return <Trans>Your device or your security key will ask for your fingerprint, your face or a PIN.</Trans>
    case 'totp':
      return <Trans>Enter the six-digit code that your authenticator app shows.</Trans>
    case 'recoveryCode':
      return <Trans>Enter one of the recovery codes that you saved. Each of them works once.</Trans>
    case null:
      return <Trans>This account needs its passkey, which cannot be used in this browser or at this address.</Trans>
    default:
      return kind satisfies never
  }
}

/** Why somebody who has just confirmed it has to do so again. */
function Expired() {
  return (
    <Alert role="alert">
      <Info aria-hidden />
      <AlertDescription>
        <Trans>Your confirmation was valid for two minutes only. Please confirm once more.</Trans>
      </AlertDescription>
    </Alert>
  )
}

/**
 * Checks a proof, then signs in. Where only the latter failed, for example without a network, the next try needs no other proof: a code
 * serves once. The server remembers it for two minutes.
 */
function useProof({ view, onView }: ViewProps<'factor'>): Prove {
  const signIn = useSignIn()
  const isProven = useRef(false)
  return async (makeProof) => {
    const { credentials } = view
    if (!isProven.current) await factorCalls.checkFactor({ body: { ...credentials, proof: await makeProof() } })
    isProven.current = true
    try {
      await signIn(credentials)
    } catch (error) {
      if (asAppError(error).code !== 'factor.required.error') throw error
      isProven.current = false
      onView({ ...view, hasExpired: true })
    }
  }
}

function CodeView({ view, onView }: ViewProps<'code'>) {
  const { credentials, code, factors } = view
  const { t } = useLingui()
  const signIn = useSignIn()
  const { control, formProps, failure, fail, isBusy, setValue } = useContractForm({
    schema: authentication.checkSmsCode.request,
    defaultValues: { ...credentials, code: '' },
    async send(body) {
      await api.authentication.checkSmsCode({ body })
      await signIn(credentials)
    },
  })
  usePageTitle(t`Verification code`)

  return (
    <Entrance
      title={<Trans>Verification code</Trans>}
      introduction={
        <Trans>
          We sent a code by SMS to <span className="font-medium whitespace-nowrap text-foreground">{code.phoneNumber}</span>.
        </Trans>
      }
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <CodeField control={control} name="code" isFocusedAtOnce />
        <Button type="submit" isBusy={isBusy} className="w-full">
          <Trans>Continue</Trans>
        </Button>
      </form>
      <div className="flex flex-col items-start gap-3">
        <ResendCode
          credentials={credentials}
          code={code}
          onSent={(next) => {
            setValue('code', '')
            onView(secondView(credentials, next))
          }}
          onFailure={fail}
        />
        {factors.length > 0 && (
          <Button variant="link" size="inline" onClick={() => onView({ ...view, name: 'factor' })}>
            <KeyRound aria-hidden />
            <Trans>Use another method</Trans>
          </Button>
        )}
        <Button variant="link" size="inline" onClick={() => onView({ name: 'signIn', credentials: { username: '', password: '' } })}>
          <ArrowLeft aria-hidden />
          <Trans>Sign in to another account</Trans>
        </Button>
      </div>
    </Entrance>
  )
}

type ResendCodeProps = {
  credentials: Credentials
  code: CodeStep
  onSent: (step: SecondStep) => void
  onFailure: (failure: AppError) => void
}

/** Sends another code, once the server allows it; until then it shows the remaining time. */
function ResendCode({ credentials, code, onSent, onFailure }: ResendCodeProps) {
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
