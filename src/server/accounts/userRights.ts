/** Which staff may edit which users: what depends on the account, besides the calls' audiences (specification, section 6). */
import type { RightsOnRecord } from '../../contract/crud.ts'
import { mayCall } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/rules.ts'
import { userStaff as calls } from '../../contract/userStaff.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../records/list.ts'

type Account = { readonly id: number; readonly role: Role }

/** What the screens offer. The calls enforce the same rules. */
export function rightsOnUser(caller: Actor, user: Account): RightsOnRecord {
  return {
    mayEdit: mayCall(calls.update, caller.role) && mayManage(caller, user),
    mayRemove: mayCall(calls.remove, caller.role) && caller.id !== user.id,
  }
}

/** `role` is the new role, or undefined to keep it. Nobody may change their own, so that there is always an administrator. */
export function assertMayEdit(caller: Actor, user: Account, role: Role | undefined): void {
  const isNewRole = role !== undefined && role !== user.role
  if (!mayManage(caller, user) || (isNewRole && caller.role !== 'ROLE_ADMIN')) throw new AppError('not.authorized')
  if (isNewRole && caller.id === user.id) throw new AppError('own.account.error', { invalidField: 'role' })
}

/** Whether the caller may add an account with this role. */
export function mayGive(caller: Actor, role: Role): boolean {
  return caller.role === 'ROLE_ADMIN' || role === 'ROLE_CUSTOMER'
}

/** Only administrators may edit staff; otherwise others could take over an administrator's account. */
function mayManage(caller: Actor, user: Account): boolean {
  return caller.role === 'ROLE_ADMIN' || user.role === 'ROLE_CUSTOMER'
}
