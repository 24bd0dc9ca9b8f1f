import { Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { FactorKind } from '../../../../contract/rules.ts'
import { FactorCodeForm } from '../../../kit/factors/FactorCodeForm.tsx'
import { PasskeyForm } from '../../../kit/factors/PasskeyForm.tsx'
import { PasskeyOrigin } from '../../../kit/factors/PasskeyOrigin.tsx'
import { useUsableFactors } from '../../../kit/factors/useUsableFactors.ts'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../../layout/Entrance.tsx'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import { askPasskey } from '../passkey/askPasskey.ts'
import { FactorLinks } from './FactorLinks.tsx'
import type { ViewProps } from '../useSignIn.ts'
import { useProof } from './useProof.ts'

/** The second step with one of the account's own factors: of those that work here the most convenient first. */
export function FactorView({ view, onView }: ViewProps<'factor'>) {
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
