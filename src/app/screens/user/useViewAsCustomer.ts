import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { mayCall } from '../../../contract/endpoint.ts'
import { impersonation } from '../../../contract/impersonation.ts'
import { impersonationMinutes, toastErrorMs } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import type { OfferedAction } from '../../kit/pages/RecordActions.tsx'
import { startImpersonation } from '../../session/impersonation.ts'
import { roleOf, useSession } from '../../session/session.ts'

/** Lets administrators and the back office view the portal as this customer. Nobody can view it as an account that cannot sign in. */
export function useViewAsCustomer(user: ShownUser): { action: OfferedAction | null; question: ReactNode } {
  const { id, tostring: name, role, accountValidated, accountLocked } = user
  const { t } = useLingui()
  const ownRole = roleOf(useSession())
  const errorText = useErrorText()
  const { ask, question } = useConfirm()
  const starting = useMutation({
    mutationFn: () => startImpersonation(id),
    meta: { showsItsErrors: true },
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
  const mayView = mayCall(impersonation.start, ownRole) && role === 'ROLE_CUSTOMER' && accountValidated && !accountLocked

  async function askAndStart() {
    const isSure = await ask({
      title: t`View the portal as ${name}?`,
      description: t`You see what they see, for up to ${impersonationMinutes} minutes, and cannot change anything. This is recorded in the security log.`,
      action: t`View as customer`,
      isHarmless: true,
    })
    if (isSure) starting.mutate()
  }
  const action: OfferedAction = {
    key: 'viewAs',
    label: t`View as customer`,
    icon: Eye,
    isNeeded: true,
    isBusy: starting.isPending,
    run: () => void askAndStart(),
  }
  return { action: mayView ? action : null, question }
}
