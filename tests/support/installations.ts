/** Whole installations as tests of backups see them: every row of every table, and every stored file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../src/server/db/connect.ts'
import { databaseFolders } from '../../src/server/db/openEmbedded.ts'
import { openEmbeddedSession, openPostgresqlSession, type Query, withSession } from '../../src/server/db/session.ts'
import { idempotencyKeys } from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import type { Place } from './databases.ts'
import { scriptPath } from './scripts.ts'

/** Rows as PostgreSQL writes them, in an order of their own, by table. */
export type Rows = Record<string, string[]>

export async function withQuery<T>({ dataDir, databaseUrl }: Place, work: (query: Query) => Promise<T>): Promise<T> {
  const session = await (databaseUrl === undefined
    ? openEmbeddedSession(databaseFolders(dataDir).folder)
    : openPostgresqlSession(databaseUrl))
  return withSession(session, () => work(session.query))
}

/** Not by the code that backups use. */
export async function allRows(place: Place): Promise<Rows> {
  return withQuery(place, async (query) => {
    await query(`set timezone = 'UTC'`)
    const rows: Rows = {}
    const tables = await query(`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)
    for (const { name } of tables) {
      const found = await query(`select row_to_json("${String(name)}")::text as line from "${String(name)}"`)
      rows[String(name)] = found.map(({ line }) => String(line)).toSorted()
    }
    return rows
  })
}

/** The content of each stored file, by its name. */
export async function allFiles({ dataDir }: Place): Promise<Record<string, string>> {
  const storage = openFolderStorage(join(dataDir, 'files'))
  const found: Record<string, string> = {}
  for await (const { sha256 } of storage.list()) found[sha256] = (await buffer(await storage.open(sha256))).toString('base64')
  return found
}

/** Writes pairs of settings while `work` runs, as a server that has the database open. */
export async function whileWriting<T>({ environment }: Place, work: () => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [scriptPath('backedUpWriter')], {
    env: { ...process.env, DEMO: 'true', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exit.then(() => Promise.reject(new Error('the writer stopped')))])
  try {
    return await work()
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

/** Everything besides rows that a restored database must have again. */
export async function schemaOf(place: Place): Promise<string[]> {
  return withQuery(place, async (query) => {
    const parts = [
      `select indexdef as part from pg_indexes where schemaname = 'public'`,
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part from pg_constraint where connamespace = 'public'::regnamespace`,
      `select pg_get_triggerdef(oid) || tgenabled::text as part from pg_trigger where not tgisinternal`,
      `select sequencename || ' ' || coalesce(last_value, 0) as part from pg_sequences where schemaname = 'public'`,
      `select created_at::text as part from drizzle.__drizzle_migrations`,
    ]
    const found: string[] = []
    for (const part of parts) found.push(...(await query(part)).map((row) => String(row['part'])))
    return found.toSorted()
  })
}

/** What a restore does to the answers of calls with an `Idempotency-Key`. */
export async function loseAnswers(db: Database): Promise<void> {
  await db.update(idempotencyKeys).set({ status: null, response: null })
}
