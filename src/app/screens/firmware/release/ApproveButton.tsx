import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { toast } from 'sonner'
import { mayCall } from '../../../../contract/endpoint.ts'
import { release as calls } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'

/** For administrators who have not approved yet what needs it. */
export function ApproveButton({ release: { id, fingerprint, versionName, state, approvals, approvalsNeeded } }: { release: ShownRelease }) {
  const { t } = useLingui()
  const session = useSession()
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const approving = useMutation({
    mutationFn: () => api.release.approve({ params: { id }, body: { fingerprint } }),
    meta: { showsItsErrors: true },
    onSuccess: () => void toast.success(t`${versionName} is approved`),
    onError: useRefusalToast(useChangeErrorText()),
    onSettled: () => queryClient.invalidateQueries(),
  })
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
