/** Two pieces of work at once on PostgreSQL, of which the second waits for a lock of the first. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { besideTransaction } from './databases.ts'

type Work = (transaction: Database) => Promise<unknown>

/**
 * Does the first, begins the second beside it, and, once the second waits for a lock or has ended, finishes the first and commits it. Resolves
 * or rejects as the second does.
 */
export async function overlap<T>(db: Database, first: Work, second: () => Promise<T>, finish: Work = () => Promise.resolve()): Promise<T> {
  // In an object, because the transaction must not await it: it waits for the end of that.
  const begun = await db.transaction(async (transaction) => {
    await first(transaction)
    let isDone = false
    const running = besideTransaction(second)
    running
      .catch(() => undefined)
      .finally(() => {
        isDone = true
      })
    await expect.poll(async () => isDone || (await besideTransaction(() => isWaiting(db)))).toBe(true)
    await finish(transaction)
    return { running }
  })
  return begun.running
}

/** Whether anybody waits for a lock. */
async function isWaiting(db: Database): Promise<boolean> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rowsOf(await db.execute(waits)).length > 0
}
