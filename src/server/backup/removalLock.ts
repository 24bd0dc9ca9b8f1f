/** While a backup is made, no stored file is removed: its row may be gone by now, but not for the backup. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import type { Query } from '../db/session.ts'
import { isSnapshotInUse } from './snapshotRequests.ts'

/** An arbitrary constant: the advisory lock that a backup of PostgreSQL holds, and that each removal shares. */
const removalLock = 7_308_899

/** Until the connection ends. Before the snapshot is taken, so that no removal can be between its decision and its deed. */
export async function holdRemovals(query: Query): Promise<void> {
  await query('select pg_advisory_lock($1)', [removalLock])
}

/** False if a backup is being made. Otherwise none begins until this transaction ends. */
export async function mayRemove(transaction: Database, dataDir: string): Promise<boolean> {
  if (await isSnapshotInUse(dataDir)) return false
  const result = await transaction.execute(sql`select pg_try_advisory_xact_lock_shared(${removalLock}) as "isFree"`)
  return rowsOf(result)[0]?.['isFree'] === true
}
