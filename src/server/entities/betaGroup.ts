import { and } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { HandlersOf } from '../call.ts'
import { folded, foldedOrder, holdsWords } from '../db/foldText.ts'
import { betaGroups } from '../db/tables.ts'

export const betaGroup: HandlersOf<typeof contract.betaGroup> = {
  async getAll({ query, db }) {
    return db
      .select({ id: betaGroups.id, tostring: betaGroups.name })
      .from(betaGroups)
      .where(and(...holdsWords(folded(betaGroups.name), query.search ?? '')))
      .orderBy(foldedOrder(betaGroups.name))
      .limit(listRowsMax)
  },
}
