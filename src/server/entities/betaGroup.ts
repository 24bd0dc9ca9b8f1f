import { and, sql } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { HandlersOf } from '../call.ts'
import { betaGroups } from '../db/tables.ts'
import { containsWords, folded, foldedOrder } from '../records/foldText.ts'

const searched = { text: folded(sql`' ' || ${betaGroups.name}`), name: foldedOrder(betaGroups.name) }

export const betaGroup: HandlersOf<typeof contract.betaGroup> = {
  async getAll({ query, db }) {
    return db
      .select({ id: betaGroups.id, tostring: betaGroups.name })
      .from(betaGroups)
      .where(and(...containsWords(searched, query.search ?? '')))
      .orderBy(foldedOrder(betaGroups.name))
      .limit(listRowsMax)
  },
}
