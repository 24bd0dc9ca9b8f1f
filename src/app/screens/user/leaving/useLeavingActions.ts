/** What staff do for a user who wants their data, or wants to be deleted for good: each after a question, and by those who may. */
import { useLingui } from '@lingui/react/macro'
import { FileArchive, UserCheck, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { leaving } from '../../../../contract/leaving.ts'
import { deletionDays } from '../../../../contract/rules.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { api } from '../../../api/api.ts'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import type { Question } from '../../../kit/dialogs/useConfirm.tsx'
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
  const { run, isBusy, question } = useAction<{ asks?: Question; send: () => Promise<unknown>; done: string }>({
    asks: ({ asks }) => asks,
    send: ({ send, done }) => send().then(() => done),
  })
  const params = { id }
  const isOther = session !== null && session.id !== id
  const mayErase = mayRemove && mayCall(leaving.requestDeletionForUser, role)

  const prepare = {
    asks: {
      title: t`Prepare the data of ${name}?`,
      description: t`They get an email when the archive is ready, and download it from their profile. Nobody else can.`,
      action: t`Prepare`,
      isHarmless: true,
    },
    send: () => api.leaving.requestExportForUser({ params }),
    done: t`The archive is being prepared`,
  }
  const asked = t`First make sure that it is ${name} who asks for it.`
  const withMail = t`They get an email, and have ${deletionDays} days to change their mind.`
  const withoutMail = t`Their account is deleted already, so they get no email; you can cancel it for ${deletionDays} days.`
  const afterwards = t`Afterwards nothing can bring it back: name, addresses, numbers, documents and history are gone. Detectors, coils, used codes and their warranty dates stay without a name.`
  const erase = {
    asks: {
      title: t`Delete ${name} and all their data?`,
      description: `${asked} ${isDeleted ? withoutMail : withMail} ${afterwards}`,
      action: t`Delete all data`,
    },
    send: () => api.leaving.requestDeletionForUser({ params }),
    done: t`Will be deleted in ${deletionDays} days`,
  }
  const keep = { send: () => api.leaving.cancelDeletionForUser({ params }), done: t`The account stays` }
  return {
    prepare:
      mayEdit && isOther && !isDeleted && mayCall(leaving.requestExportForUser, role)
        ? { key: 'prepareData', label: t`Prepare their data`, icon: FileArchive, run: () => run(prepare), isBusy }
        : null,
    erase:
      mayErase && deletionAt === null
        ? { key: 'eraseData', label: t`Delete all data`, icon: UserX, run: () => run(erase), isBusy, isDangerous: true }
        : null,
    keep:
      mayErase && deletionAt !== null && !deletionHasBegun
        ? { key: 'keepAccount', label: t`Keep the account`, icon: UserCheck, run: () => run(keep), isBusy }
        : null,
    question,
  }
}
