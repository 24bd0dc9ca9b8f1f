import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { toast } from 'sonner'
import { mayCall } from '../../../contract/endpoint.ts'
import { impersonation } from '../../../contract/impersonation.ts'
import { impersonationMinutes, toastErrorMs } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { startImpersonation } from '../../session/impersonation.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

/** Lets administrators and the back office view the portal as this customer. Nobody can view it as an account that cannot sign in. */
export function ViewAsCustomer({ user: { id, tostring: name, role, accountValidated, accountLocked } }: { user: ShownUser }) {
  const { t } = useLingui()
  const ownRole = roleOf(useSession())
  const errorText = useErrorText()
  const { ask, question } = useConfirm()
  const starting = useMutation({
    mutationFn: () => startImpersonation(id),
    meta: { showsItsErrors: true },
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
  if (!mayCall(impersonation.start, ownRole) || role !== 'ROLE_CUSTOMER' || !accountValidated || accountLocked) return null

  async function askAndStart() {
    const isSure = await ask({
      title: t`View the portal as ${name}?`,
      description: t`You see what they see, for up to ${impersonationMinutes} minutes, and cannot change anything. This is recorded in the security log.`,
      action: t`View as customer`,
      isHarmless: true,
    })
    if (isSure) starting.mutate()
  }
  return (
    <>
      <Button variant="outline" size="sm" isBusy={starting.isPending} onClick={() => void askAndStart()}>
        <Eye aria-hidden />
        <Trans>View as customer</Trans>
      </Button>
      {question}
    </>
  )
}
