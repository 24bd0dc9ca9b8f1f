/** PostgreSQL by its address, through a pool. Knows no tables. */
import { Pool, type PoolClient } from 'pg'

/** Any fixed number: the advisory lock under which one server at a time applies migrations. */
const migrationLock = 7_308_895

/** A caller waits this long for a connection before the call fails; the default is for ever. */
const connectionTimeoutMs = 5_000

export type PostgresqlPool = {
  readonly pool: Pool
  /** Runs `work` on one connection while no other server of this database does the same. */
  exclusively(work: (client: PoolClient) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Fails with a sentence that names the server, and never its password, when it cannot be reached. */
export async function openPostgresql(databaseUrl: string): Promise<PostgresqlPool> {
  const pool = new Pool({ connectionString: databaseUrl, connectionTimeoutMillis: connectionTimeoutMs, application_name: 'fieldport' })
  // A connection that breaks while idle is replaced by the pool; the query that meets a dead server reports it. Unheard, it would end the process.
  pool.on('error', () => undefined)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(databaseUrl)
    throw new Error(`PostgreSQL cannot be used: ${hostname}:${port || 5432}${pathname} answers ${reasonOf(error)}.`, { cause: error })
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
        // Closing the connection frees the lock too.
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

/** Where a host has several addresses Node gives one error for all, with no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
