/** Who may do what a batch does: the same people as with the single call. */
import { betaGroup } from '../../../contract/betaGroup.ts'
import { type Endpoint, mayCall } from '../../../contract/endpoint.ts'
import type { Role } from '../../../contract/rules.ts'
import type { BatchKind, UndoableKind } from '../../../contract/userBatch.ts'
import { userStaff } from '../../../contract/userStaff.ts'

const singleCalls: Readonly<Record<BatchKind, Endpoint>> = {
  unlock: userStaff.unlockAccount,
  addToGroup: betaGroup.addTesters,
  delete: userStaff.remove,
}
const undoingCalls: Readonly<Record<UndoableKind, Endpoint>> = { addToGroup: betaGroup.update, delete: userStaff.restore }

export function mayStart(kind: BatchKind, role: Role): boolean {
  return mayCall(singleCalls[kind], role)
}

export function mayUndo(kind: UndoableKind, role: Role): boolean {
  return mayCall(undoingCalls[kind], role)
}
