import type { ReactNode } from 'react'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { type OfferedAction, RecordActions } from '../../kit/pages/RecordActions.tsx'
import { useLeavingActions } from './leaving/useLeavingActions.ts'
import { useLogLinks } from './support/useLogLinks.ts'
import { useAccountActions } from './useAccountActions.ts'
import { useResetFactors } from './useResetFactors.tsx'
import { useViewAsCustomer } from './useViewAsCustomer.ts'

type UserActionsProps = { user: ShownUser; edit: ReactNode; remove: OfferedAction | null }

/**
 * Everything that staff may do to an account, and its logs, in one place: what it needs now by a button, the rest in the menu. A deleted account
 * has its logs alone.
 */
export function UserActions({ user, edit, remove }: UserActionsProps) {
  const account = useAccountActions(user)
  const view = useViewAsCustomer(user)
  const factors = useResetFactors(user)
  const logs = useLogLinks(user)
  const leaving = useLeavingActions(user)
  const actions = user.isDeleted
    ? logs
    : [...account.actions, view.action, factors.action, ...logs, leaving.prepare, remove, leaving.erase].filter((action) => action !== null)
  return (
    <>
      <RecordActions actions={actions} edit={edit} />
      {account.question}
      {view.question}
      {factors.dialog}
      {leaving.question}
    </>
  )
}
