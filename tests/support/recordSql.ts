/** Records the SQL statements that a call sends to PostgreSQL. */
import type { Pool } from 'pg'
import type { Database } from '../../src/server/db/connect.ts'

type Ask = (...statement: unknown[]) => Promise<unknown>
export type Statement = { readonly text: string; readonly params: readonly unknown[]; readonly ask: () => Promise<unknown> }

/** Without transactions, which have their own connection. */
export async function recordSql(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const pool = poolOf(db)
  const ask = pool.query.bind(pool) as Ask
  const statements: Statement[] = []
  const recording: Ask = (...statement) => {
    const [config, params = []] = statement
    // The form in which drizzle calls the driver: a text with options, and its parameters.
    statements.push({ text: (config as { text: string }).text, params: params as unknown[], ask: () => ask(...statement) })
    return ask(...statement)
  }
  Object.assign(pool, { query: recording })
  try {
    await work()
  } finally {
    Object.assign(pool, { query: ask })
  }
  return statements
}

/** Drizzle exposes its driver as `$client`, which our common type of both databases leaves out. */
export function poolOf(db: Database): Pool {
  return (db as unknown as { $client: Pool }).$client
}
