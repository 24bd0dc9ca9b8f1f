import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOtherPasskeyOrigin } from '../../api/usePasskeyOrigin.ts'
import { isPasskeyKnown } from '../../browser/passkeys.ts'

/** Why no passkey can be made here, for its user to read; null where one can. */
export function usePasskeyHindrance(): ReactNode {
  const origin = useOtherPasskeyOrigin()
  if (origin !== null) {
    const link = (
      <a href={origin + location.pathname} className="font-medium text-primary underline underline-offset-2 wrap-anywhere">
        {origin}
      </a>
    )
    return <Trans>To add a passkey, open the portal at its own address: {link}</Trans>
  }
  return isPasskeyKnown() ? null : <Trans>This browser cannot use passkeys. To add one, open the portal in another browser.</Trans>
}
