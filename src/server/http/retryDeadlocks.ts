/**
 * Transactions of calls that run a second time where PostgreSQL ended them, because two waited for each other or came too close
 * (docs/security.md, 44). Nothing of the first time is left then. What runs in a transaction of a call may run again: bodies are read before
 * it, and nothing is sent in it. Knows no call.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { sqlStateOf } from '../db/sqlState.ts'

/**
 * In which the other transaction takes the lock that was let go: on a busy machine it would be taken again before, and the two would wait anew. Of
 * another length each time: those that were ended together would meet again.
 */
const pauseMs = () => 50 + Math.random() * 150

/** deadlock_detected and serialization_failure */
const passing: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])

/** The same database, whose transactions are retried once. Another failure after that is the caller's: it becomes 503. */
export function retryDeadlocks(db: Database, log: Logger): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    try {
      return await db.transaction(work, config)
    } catch (error) {
      const sqlState = sqlStateOf(error)
      if (!passing.has(sqlState)) throw error
      log.warn({ sqlState }, 'a transaction was ended by PostgreSQL and runs again')
      await pause(pauseMs())
      return db.transaction(work, config)
    }
  }
  // Everything else as it is.
  return Object.create(db, { transaction: { value: transaction } }) as Database // `create` knows no type.
}
