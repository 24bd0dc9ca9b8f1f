/** Opens the database without changing it: no migration, no new folder. Knows no entity. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgresql } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { measure } from '../clock/databaseClock.ts'
import type { MachineClock } from '../clock/machineClock.ts'
import { clockOffMaxMs, sureMsOf } from '../clock/portalClock.ts'
import type { Config } from '../config/readConfig.ts'
import { type Database, drizzleOptions } from '../db/connect.ts'
import { areReleased, findApplied, readMigrations } from '../db/applyMigrations.ts'
import { openEmbedded } from '../db/openEmbedded.ts'
import { openPostgresql } from '../db/openPostgresql.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { fault, type Finding, notChecked, ok, reasonOf, runCheck, warning } from './finding.ts'

const postgresqlMin = 14
const clockWarningMs = 2_000

export type OpenedDatabase = {
  readonly findings: readonly Finding[]
  /** Missing if it cannot be reached, or its tables are not those of this version. */
  readonly db?: Database
  readonly close: () => Promise<void>
}

type Reached = { readonly db: Database; readonly close: () => Promise<void> }

export async function openDatabase(config: Config, machine: MachineClock): Promise<OpenedDatabase> {
  const findings: Finding[] = []
  let reached: Reached | undefined
  let isCurrent = false
  findings.push(
    await runCheck('database', async () => {
      const opened = await open(config)
      if ('verdict' in opened) return opened
      reached = opened
      return checkVersion(opened.db, config)
    }),
  )
  if (reached !== undefined) {
    const { db } = reached
    const migrations = await runCheck('migrations', () => checkMigrations(db))
    isCurrent = migrations.verdict === 'ok'
    findings.push(migrations, await runCheck('database clock', () => checkClock(db, machine)))
  } else {
    for (const name of ['migrations', 'database clock']) findings.push({ name, ...notChecked('The database was not opened.') })
  }
  return { findings, ...(isCurrent && reached && { db: reached.db }), close: async () => reached?.close() }
}

async function open({ databaseUrl, dataDir }: Config): Promise<Reached | ReturnType<typeof ok>> {
  if (databaseUrl !== undefined) {
    const postgresql = await openPostgresql(databaseUrl).catch((error: unknown) => reasonOf(error))
    if (typeof postgresql === 'string') return fault(`${postgresql}.`, 'Start PostgreSQL, or correct DATABASE_URL.')
    return { db: drizzlePostgresql(postgresql.pool, drizzleOptions), close: postgresql.close }
  }
  const folder = join(dataDir, 'database')
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!exists) return warning(`There is no database in ${dataDir} yet.`, 'The first start of the server makes it.')
  try {
    const { client, close } = await openEmbedded(dataDir)
    return { db: drizzlePglite(client, drizzleOptions), close }
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason.includes('in use by another Fieldport')) return fault(`${reason}.`, 'See whether the folder and its disk are sound.')
    return notChecked('The embedded database is in use by a running server.', 'Stop the server to have it checked too.')
  }
}

async function checkVersion(db: Database, { databaseUrl }: Config) {
  const [facts] = rowsOf(
    await db.execute(sql`
      select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
        pg_encoding_to_char(encoding) as encoding,
        exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams
      from pg_database where datname = current_database()`),
  )
  const named = (field: string) => String(facts?.[field])
  const kind = databaseUrl === undefined ? 'The embedded database' : 'PostgreSQL'
  const is = `${kind} ${named('version')} answers`
  if (Number(facts?.['major']) < postgresqlMin) return fault(`${is}, and is too old.`, `Use PostgreSQL ${postgresqlMin} or later.`)
  if (named('encoding') !== 'UTF8')
    return fault(`${is}, with the encoding ${named('encoding')}.`, 'Make a database with the encoding UTF-8, and move the data there.')
  if (facts?.['has_trigrams'] !== true)
    return warning(
      `${is}, without the extension pg_trgm.`,
      'Let its user create extensions, or create it; a start of the server then goes on.',
    )
  // The locale C knows no letters but ASCII's, so that the search finds no trigrams in others.
  const [search] = rowsOf(await db.execute(sql`select cardinality(show_trgm('жук')) > 0 as knows_letters`))
  if (databaseUrl !== undefined && search?.['knows_letters'] !== true)
    return warning(`${is}, with the locale C: names in other scripts than Latin are found slowly.`, 'Make a database with another locale.')
  return ok(`${is}, in UTF-8.`)
}

async function checkMigrations(db: Database) {
  const known = readMigrations().map(({ folderMillis }) => folderMillis)
  const applied = await findApplied(db)
  if (!areReleased(applied))
    return fault('The database was made by an unreleased build of Fieldport, from which there is no upgrade.', 'Start with an empty one.')
  const newest = applied.at(-1)?.madeAt ?? 0
  const missing = known.filter((made) => made > newest).length
  if (newest > Math.max(0, ...known))
    return fault('The database was made by a newer version of Fieldport.', 'Run the newer version, or restore a backup of this one.')
  if (missing > 0) return warning(`${missing} of ${known.length} migrations are missing.`, 'Run "npm run db:migrate", or start the server.')
  return ok(`All ${known.length} migrations are applied.`)
}

async function checkClock(db: Database, machine: MachineClock) {
  const { databaseMs, wallMs, doubtMs } = await measure(db, machine)
  return judgeClock({ aheadMs: databaseMs - wallMs, doubtMs }, 'the database')
}

/** `aheadMs`: how much further the other's clock is. */
export function judgeClock({ aheadMs, doubtMs }: { aheadMs: number; doubtMs: number }, other: string) {
  const seconds = Math.round(Math.abs(aheadMs) / 100) / 10
  const sentence = `The clock of this computer is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} that of ${other}.`
  const whatToDo = 'Set both clocks by NTP.'
  const sureMs = sureMsOf(aheadMs, doubtMs)
  if (sureMs > clockOffMaxMs) return fault(sentence, whatToDo)
  if (sureMs > clockWarningMs) return warning(sentence, whatToDo)
  return ok(`The clock of this computer agrees with that of ${other}.`)
}
