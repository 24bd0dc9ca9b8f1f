/**
 * Applies migrations to a database in use without making others wait. A migration that waits for a lock makes everybody queue behind it,
 * so it gives up soon, lets them through and comes again. It also gives up before PostgreSQL looks for deadlocks (`deadlock_timeout`, one
 * second), so that of two that wait for each other it is the migration that fails. Knows no migration.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { PostgresqlPool } from './openPostgresql.ts'
import { sqlStateOf } from './sqlState.ts'

export type Patience = {
  readonly lockMs: number
  readonly pauseMs: number
  readonly triesMax: number
}

/** Five minutes of pauses (docs/operating.md). */
const ordinary: Patience = { lockMs: 500, pauseMs: 2_000, triesMax: 150 }

/** lock_not_available, deadlock_detected and serialization_failure */
const passing: ReadonlySet<string | undefined> = new Set(['55P03', '40P01', '40001'])

/**
 * `migrate` changes all or nothing. `onWait` is called once, before the first pause. Throws an error with a readable sentence where others
 * hold a lock all the time.
 */
export async function migratePatiently(
  exclusively: PostgresqlPool['exclusively'],
  migrate: (client: PoolClient) => Promise<void>,
  onWait: (sentence: string) => void,
  { lockMs, pauseMs, triesMax }: Patience = ordinary,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await exclusively(async (client) => {
        // After the lock that lets one server at a time migrate: for that one it waits as long as another needs.
        await client.query(`set lock_timeout = ${lockMs}`)
        await migrate(client)
        await client.query('reset lock_timeout')
      })
      return
    } catch (error) {
      if (!passing.has(sqlStateOf(error))) throw error
      if (tries === triesMax) throw new Error(gaveUp((pauseMs * triesMax) / 1000), { cause: error })
      if (tries === 1) onWait('Migrations wait for a lock that another transaction holds, and are tried again.')
      await pause(pauseMs)
    }
  }
}

function gaveUp(seconds: number): string {
  return (
    `The migrations were given up after ${seconds} seconds: another transaction, such as a backup, holds locks on the tables all the time. ` +
    'Nothing was changed. Wait until it ends, or end it (pg_stat_activity lists it), and start again.'
  )
}
