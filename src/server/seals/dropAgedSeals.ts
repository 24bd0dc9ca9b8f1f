import { and, eq, gt, lt, lte, max, min, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { type Chain, sealedEntries, seals } from '../db/tables.ts'
import { withSealLock } from './addSeal.ts'

/** All rows with a date before, and all up to an id, have just been deleted. */
type Aged = { readonly before: Date; readonly throughId: number }

/**
 * Removes the oldest seals of which no row is left, with their entries. The last of them stays, without entries: its hash is the end of
 * what has aged out, and the chain checks from there.
 */
export async function dropAgedSeals(db: Database, chain: Chain, { before, throughId }: Aged): Promise<void> {
  const isOfChain = eq(seals.chain, chain)
  const isFilled = and(isOfChain, gt(seals.count, 0))
  await withSealLock(db, async (transaction) => {
    const isKept = sql`${seals.newestAt} >= ${before.toISOString()}::timestamptz and ${seals.newestId} > ${throughId}`
    const [kept] = await transaction
      .select({ first: min(seals.number) })
      .from(seals)
      .where(and(isFilled, isKept))
    const isBeforeKept = lt(seals.number, kept?.first ?? Number.MAX_SAFE_INTEGER)
    const [aged] = await transaction
      .select({ last: max(seals.number) })
      .from(seals)
      .where(and(isFilled, isBeforeKept))
    const end = aged?.last ?? 0
    if (end > 0) {
      await transaction.delete(sealedEntries).where(and(eq(sealedEntries.chain, chain), lte(sealedEntries.seal, end)))
      await transaction.delete(seals).where(and(isOfChain, lt(seals.number, end)))
    }
    return {}
  })
}
