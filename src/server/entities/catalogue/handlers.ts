import type { contract } from '../../../contract/contract.ts'
import type { HandlersOf } from '../../call.ts'
import { findClashes } from './clashes.ts'

export const catalogue: HandlersOf<typeof contract.catalogue> = {
  getClashes: ({ db }) => findClashes(db),
}
