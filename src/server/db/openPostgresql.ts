/** Connects to PostgreSQL through a pool. Knows no tables. */
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { messageOf } from '../config/messageOf.ts'

/** An arbitrary constant: the advisory lock that lets one server at a time apply migrations. */
export const migrationLock = 7_308_895

/** How long a caller waits for a connection before failing. The default is forever. */
const connectionTimeoutMs = 5_000

export type PostgresqlPool = {
  readonly pool: Pool
  /** Runs `work` on one connection while no other server of this database runs it. */
  exclusively(work: (client: PoolClient) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Throws an error with a readable sentence if the server cannot be reached. The sentence names the server but never the password. */
export async function openPostgresql(databaseUrl: string): Promise<PostgresqlPool> {
  const pool = new Pool({
    Client: ReleasingClient,
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'fieldport',
  })
  // The pool replaces connections that break while idle; the next query reports the error. Without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const { rows } = await pool.query<{ is_read_only: boolean }>(`select current_setting('transaction_read_only') = 'on' as is_read_only`)
    if (rows[0]?.is_read_only === true) throw new Error('that it takes no writes (is it a standby?)')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(databaseUrl)
    throw new Error(`PostgreSQL cannot be used: ${hostname}:${port || 5432}${pathname} answers ${messageOf(error)}.`, { cause: error })
  }
  return {
    pool,
    exclusively: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [migrationLock])
        await work(client)
        await client.query('select pg_advisory_unlock($1)', [migrationLock])
        client.release()
      } catch (error) {
        // Closing the connection also releases the lock.
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

/**
 * A connection that leaves its pool as soon as it breaks in use: PostgreSQL restarts, or another one takes over. Its queries report the
 * error; without a listener the event would end the process. Drizzle does not release a connection whose `begin` fails, so that ten of them
 * would be all that the pool has. Others it releases once more, which a pool takes as a mistake. (A name with "Pool" in it would be one for
 * drizzle.)
 */
class ReleasingClient extends Client {
  #release: PoolClient['release'] = () => undefined

  constructor(config?: ClientConfig) {
    super(config)
    this.on('error', () => this.#release(true))
  }

  get release(): PoolClient['release'] {
    return this.#release
  }

  /** Set by the pool each time it hands the connection out. */
  set release(release: PoolClient['release']) {
    let isReleased = false
    this.#release = (broken) => {
      if (isReleased) return
      isReleased = true
      release(broken)
    }
  }
}
