import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SignInMethod } from '../../../../contract/rules.ts'
import type { Session } from '../../../../contract/session.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

/** How somebody has signed in, if that is known, since when, and the last use. */
export function SignInFacts({ session: { method, startedAt, lastUsedAt } }: { session: Session }) {
  const methods = useSignInMethods()
  return (
    <p className="text-sm text-pretty text-muted-foreground">
      {method !== null && <Fact>{methods[method]}</Fact>}
      <Fact>
        <Trans>Since {formatDateTime(startedAt)}</Trans>
      </Fact>
      <span className="inline-block">
        <Trans>Last used {formatDateTime(lastUsedAt)}</Trans>
      </span>
    </p>
  )
}

/** One that another follows. Lines break between facts. */
function Fact({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="inline-block">{children}&nbsp;·</span>{' '}
    </>
  )
}

function useSignInMethods(): Readonly<Record<SignInMethod, string>> {
  const { t } = useLingui()
  return {
    password: t`Password`,
    sms: t`Password and SMS code`,
    totp: t`Password and authenticator app`,
    recoveryCode: t`Password and recovery code`,
    secondPasskey: t`Password and passkey`,
    passkey: t`Passkey`,
  }
}
