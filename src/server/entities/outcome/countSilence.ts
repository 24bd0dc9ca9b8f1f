/** Counts updates that nothing is heard of any more, by the database's clock (docs/releases.md, "Halting"). Safe on several servers at once. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { silentAfterMs } from '../../../contract/openUpdate.ts'
import type { Database } from '../../db/connect.ts'
import { productUpdates, releaseOutcomes, updateLeases } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'
import type { ServerContext } from '../../serverContext.ts'
import { countOutcome } from './countOutcome.ts'
import { findReportedUpdate, type Heard, lockReleaseOfUpdate } from './reportedUpdate.ts'

export async function countSilence({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  for (const id of await findUnheard(db, silentAfterMs, isNull(releaseOutcomes.endedAt))) await count(id, 'silent')
  for (const id of await findUnheard(db, dayMs, isNull(releaseOutcomes.lostAt))) await count(id, 'lost')

  async function count(id: number, heard: Heard): Promise<void> {
    await db.transaction(async (transaction) => {
      const isIt = eq(productUpdates.id, id)
      await lockReleaseOfUpdate(transaction, isIt)
      const update = await findReportedUpdate(transaction, isIt)
      if (update !== undefined) await countOutcome(transaction, update, heard, clock())
    })
  }
}

/** Of outcomes whose first attempt has no result and was not heard of for so long: the ids of these updates. */
async function findUnheard(db: Database, silentMs: number, which: SQL): Promise<number[]> {
  // A record that was sent late has just arrived, and its page may be about to report.
  const heardAt = sql`greatest(${releaseOutcomes.beganAt}, ${updateLeases.heardAt})`
  const rows = await db
    .select({ id: productUpdates.id })
    .from(releaseOutcomes)
    .innerJoin(productUpdates, eq(productUpdates.id, releaseOutcomes.productUpdateId))
    .leftJoin(updateLeases, eq(updateLeases.productUpdateId, productUpdates.id))
    .where(and(which, isNull(productUpdates.success), sql`${heardAt} < now() - ${silentMs} * interval '1 millisecond'`))
    .orderBy(releaseOutcomes.beganAt)
  return rows.map(({ id }) => id)
}
