import { Trans } from '@lingui/react/macro'
import { LifeBuoy, Smartphone, UserRoundKey } from 'lucide-react'
import type { FactorKind } from '../../../contract/rules.ts'
import { Button } from '../../ui/button.tsx'

/** Leads from one factor to another one. */
export function FactorLink({ kind, onChoose }: { kind: FactorKind; onChoose: (kind: FactorKind) => void }) {
  return (
    <Button variant="link" size="inline" onClick={() => onChoose(kind)}>
      <Label kind={kind} />
    </Button>
  )
}

function Label({ kind }: { kind: FactorKind }) {
  switch (kind) {
    case 'passkey':
      return (
        <>
          <UserRoundKey aria-hidden />
          <Trans>Use a passkey</Trans>
        </>
      )
    case 'totp':
      return (
        <>
          <Smartphone aria-hidden />
          <Trans>Use your authenticator app</Trans>
        </>
      )
    case 'recoveryCode':
      return (
        <>
          <LifeBuoy aria-hidden />
          <Trans>Use a recovery code</Trans>
        </>
      )
    default:
      return kind satisfies never
  }
}
