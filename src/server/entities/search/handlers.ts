import type { contract } from '../../../contract/contract.ts'
import { foundRowsMax } from '../../../contract/search.ts'
import type { HandlersOf } from '../../call.ts'
import { findableBy } from './findable.ts'
import { shareRows } from './shareRows.ts'

export const search: HandlersOf<typeof contract.search> = {
  async findRecords({ query: { text }, db, user }) {
    const found = await Promise.all(findableBy(user.role).map((find) => find({ db, typed: text, actor: user, rowsMax: foundRowsMax })))
    return { items: shareRows(found, foundRowsMax) }
  },
}
