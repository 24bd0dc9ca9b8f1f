/** What staff do for a user who wants their data, or wants to be deleted for good: each after a question, and by those who may. */
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileArchive, UserCheck, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { mayCall } from '../../../../contract/endpoint.ts'
import { leaving } from '../../../../contract/leaving.ts'
import { deletionDays } from '../../../../contract/rules.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { api } from '../../../api/api.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import type { OfferedAction } from '../../../kit/pages/RecordActions.tsx'
import { roleOf, useSession } from '../../../session/session.ts'

type LeavingActions = {
  readonly prepare: OfferedAction | null
  readonly erase: OfferedAction | null
  readonly keep: OfferedAction | null
  readonly question: ReactNode
}

export function useLeavingActions({
  id,
  tostring: name,
  isDeleted,
  mayEdit,
  mayRemove,
  deletionAt,
  deletionHasBegun,
}: ShownUser): LeavingActions {
  const { t } = useLingui()
  const session = useSession()
  const role = roleOf(session)
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const doing = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; done: string }) => send(),
    onSuccess: async (_, { done }) => {
      toast.success(done)
      await queryClient.invalidateQueries()
    },
    onError: useRefusalToast(useChangeErrorText()),
  })
  const params = { id }
  const isOther = session !== null && session.id !== id
  const mayErase = mayRemove && mayCall(leaving.requestDeletionForUser, role)

  async function prepare(): Promise<void> {
    const isSure = await ask({
      title: t`Prepare the data of ${name}?`,
      description: t`They get an email when the archive is ready, and download it from their profile. Nobody else can.`,
      action: t`Prepare`,
      isHarmless: true,
    })
    if (isSure) doing.mutate({ send: () => api.leaving.requestExportForUser({ params }), done: t`The archive is being prepared` })
  }
  const asked = t`First make sure that it is ${name} who asks for it.`
  const withMail = t`They get an email, and have ${deletionDays} days to change their mind.`
  const withoutMail = t`Their account is deleted already, so they get no email; you can cancel it for ${deletionDays} days.`
  const afterwards = t`Afterwards nothing can bring it back: name, addresses, numbers, documents and history are gone. Detectors, coils, used codes and their warranty dates stay without a name.`
  async function erase(): Promise<void> {
    const isSure = await ask({
      title: t`Delete ${name} and all their data?`,
      description: `${asked} ${isDeleted ? withoutMail : withMail} ${afterwards}`,
      action: t`Delete all data`,
    })
    if (isSure)
      doing.mutate({ send: () => api.leaving.requestDeletionForUser({ params }), done: t`Will be deleted in ${deletionDays} days` })
  }
  const keep = () => doing.mutate({ send: () => api.leaving.cancelDeletionForUser({ params }), done: t`The account stays` })

  const isBusy = doing.isPending
  return {
    prepare:
      mayEdit && isOther && !isDeleted && mayCall(leaving.requestExportForUser, role)
        ? { key: 'prepareData', label: t`Prepare their data`, icon: FileArchive, run: () => void prepare(), isBusy }
        : null,
    erase:
      mayErase && deletionAt === null
        ? { key: 'eraseData', label: t`Delete all data`, icon: UserX, run: () => void erase(), isBusy, isDangerous: true }
        : null,
    keep:
      mayErase && deletionAt !== null && !deletionHasBegun
        ? { key: 'keepAccount', label: t`Keep the account`, icon: UserCheck, run: keep, isBusy }
        : null,
    question,
  }
}
