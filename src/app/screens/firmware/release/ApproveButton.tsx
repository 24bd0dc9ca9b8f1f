import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { release as calls } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useReleaseCall } from '../useReleaseCall.ts'

/** For administrators who have not approved yet what needs it. */
export function ApproveButton({ release: { id, fingerprint, versionName, state, approvals, approvalsNeeded } }: { release: ShownRelease }) {
  const { t } = useLingui()
  const session = useSession()
  const { ask, question } = useConfirm()
  const approve = () => api.release.approve({ params: { id }, body: { fingerprint } })
  const approving = useReleaseCall(approve, t`${versionName} is approved`)
  const isOpen = (state === 'draft' || state === 'beta' || state === 'halted') && approvalsNeeded > 0
  if (!isOpen || !mayCall(calls.approve, roleOf(session)) || approvals.some(({ by }) => by.id === session?.id)) return null

  async function askAndApprove() {
    const isMeant = await ask({
      title: t`Approve ${versionName}?`,
      description: t`Another administrator can then offer it to everyone. Any change to it before that takes the approval back.`,
      action: t`Approve`,
      isHarmless: true,
    })
    if (isMeant) approving.mutate()
  }
  return (
    <>
      <Button variant="outline" size="sm" isBusy={approving.isPending} onClick={() => void askAndApprove()}>
        <BadgeCheck aria-hidden />
        <Trans>Approve</Trans>
      </Button>
      {question}
    </>
  )
}
