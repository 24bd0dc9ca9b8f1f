import { Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { type FactorKind, factorKinds } from '../../../../contract/rules.ts'
import { useOtherPasskeyOrigin } from '../../../api/usePasskeyOrigin.ts'
import { isPasskeyKnown } from '../../../browser/passkeys.ts'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../../layout/Entrance.tsx'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import { PasskeyOrigin } from '../passkey/PasskeyOrigin.tsx'
import { FactorCodeForm } from './FactorCodeForm.tsx'
import { FactorLinks } from './FactorLinks.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import type { ViewProps } from '../useSignIn.ts'
import { useProof } from './useProof.ts'

/** The second step with one of the account's own factors: of those that work here the most convenient first. */
export function FactorView({ view, onView }: ViewProps<'factor'>) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<FactorKind | null>(null)
  const prove = useProof({ view, onView })
  const otherOrigin = useOtherPasskeyOrigin()
  const isPasskeyUsable = otherOrigin === null && isPasskeyKnown()
  // The contract's order is that of convenience.
  const usable = factorKinds.filter((kind) => view.factors.includes(kind) && (kind !== 'passkey' || isPasskeyUsable))
  const kind = chosen ?? usable[0] ?? null
  usePageTitle(t`Confirm your identity`)

  return (
    <Entrance title={<Trans>Confirm your identity</Trans>} introduction={<Introduction kind={kind} />}>
      <div className="flex flex-col gap-5 empty:hidden">
        {view.hasExpired === true && <Expired />}
        {kind === 'passkey' && <PasskeyForm credentials={view.credentials} prove={prove} />}
        {(kind === 'totp' || kind === 'recoveryCode') && <FactorCodeForm key={kind} kind={kind} prove={prove} />}
        {kind === null && otherOrigin !== null && <PasskeyOrigin origin={otherOrigin} />}
      </div>
      <FactorLinks view={view} onView={onView} others={usable.filter((other) => other !== kind)} onChoose={setChosen}>
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
