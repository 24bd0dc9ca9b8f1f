import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { api } from '../../api/api.ts'
import { ActionButton } from '../../kit/dialogs/ActionButton.tsx'

/** Ends the deletion of one's own account: in the banner of every screen, and in the profile. */
export function KeepAccountButton(look: Pick<ComponentProps<typeof ActionButton>, 'className' | 'size'>) {
  const { t } = useLingui()
  return (
    <ActionButton {...look} send={() => api.leaving.cancelDeletion().then(() => t`Your account stays`)}>
      <Trans>Keep my account</Trans>
    </ActionButton>
  )
}
