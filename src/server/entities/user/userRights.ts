/** Who among staff may do what to whom: beside the audiences of the calls, what depends on the account itself (section 6). */
import type { RightsOnRecord } from '../../../contract/crud.ts'
import { mayCall } from '../../../contract/endpoint.ts'
import type { Role } from '../../../contract/rules.ts'
import { userStaff as calls } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'
import type { Actor } from '../../records/list.ts'

type Account = { readonly id: number; readonly role: Role }

/** What the screens offer; the calls refuse the rest. */
export function rightsOnUser(caller: Actor, user: Account): RightsOnRecord {
  return {
    mayEdit: mayCall(calls.update, caller.role) && manages(caller, user),
    mayRemove: mayCall(calls.remove, caller.role) && caller.id !== user.id,
  }
}

/** `role` is the one that the account shall have, undefined where it keeps its own. Nobody changes their own, so that there is always an administrator. */
export function assertMayEdit(caller: Actor, user: Account, role: Role | undefined): void {
  const isNewRole = role !== undefined && role !== user.role
  if (!manages(caller, user) || (isNewRole && caller.role !== 'ROLE_ADMIN')) throw new AppError('not.authorized')
  if (isNewRole && caller.id === user.id) throw new AppError('own.account.error', { invalidField: 'role' })
}

/** Whoever is no administrator changes customers only: else they could take over an administrator's account. */
function manages(caller: Actor, user: Account): boolean {
  return caller.role === 'ROLE_ADMIN' || user.role === 'ROLE_CUSTOMER'
}
