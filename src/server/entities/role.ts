import type { contract } from '../../contract/contract.ts'
import { roles } from '../../contract/rules.ts'
import type { HandlersOf } from '../call.ts'

export const role: HandlersOf<typeof contract.role> = {
  async getAll() {
    return roles.map((id) => ({ id, tostring: id }))
  },
}
