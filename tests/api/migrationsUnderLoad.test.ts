// @module-tag rest
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { migrateTo } from '../../src/server/backup/applySchema.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { migratePatiently } from '../../src/server/db/migratePatiently.ts'
import { openPostgresql } from '../../src/server/db/openPostgresql.ts'
import { createPostgresDatabase } from '../support/databases.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Of 0.1.0. */
const migrationsOfOld = 16

let databaseUrl: string
const clients: Client[] = []
beforeEach(async () => {
  databaseUrl = await createPostgresDatabase()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
})

async function connect(): Promise<Client> {
  const client = new Client(databaseUrl)
  await client.connect()
  clients.push(client)
  return client
}

/** Until another session of this database waits for a lock. */
async function untilSomebodyWaits(observer: Client): Promise<void> {
  const waiting = `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await observer.query(waiting)).rows, { timeout: 30_000 }).toEqual([{ sessions: 1 }])
}

it('lets others read on while a start waits with its migrations for a long transaction, and then goes on', async () => {
  const [long, other] = [await connect(), await connect()]
  await long.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  const version = readMigrations()[migrationsOfOld - 1]?.folderMillis ?? 0
  await migrateTo(async (text, values) => (await long.query<Record<string, unknown>>(text, values)).rows, version)
  await long.query('begin; select 1 from users')

  const told: string[] = []
  const starting = connectDatabase({ databaseUrl, dataDir: '' }, (line) => told.push(line))
  await untilSomebodyWaits(other)
  // It stands behind the migration in the queue for that lock.
  await expect(other.query('select 1 from users')).resolves.toMatchObject({ rowCount: 0 })
  await expect.poll(() => told, { timeout: 30_000 }).toHaveLength(1)
  await long.query('commit')

  await (await starting).close()
  await expect(other.query('select validation_requested_at from users')).resolves.toMatchObject({ rowCount: 0 })
  const { rows } = await other.query('select count(*)::int as applied from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ applied: readMigrations().length }])
})

it('gives way to an upload that holds the locks of two tables in the opposite order, and comes again', async () => {
  const { exclusively, close } = await openPostgresql(databaseUrl)
  const [upload, observer] = [await connect(), await connect()]
  const version = `insert into firmwares (version_name, language, file_id) values ('5.3', 'en', (select id from files))`
  // Of the two, PostgreSQL would end the migration.
  await upload.query(`set deadlock_timeout = '1min'`)
  await upload.query('begin')
  await upload.query(
    `insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', '0', 3, 'firmware', 'text/plain')`,
  )

  let uploaded: Promise<unknown> | undefined
  let tries = 0
  const migrated = migratePatiently(
    exclusively,
    async (client) => {
      tries += 1
      await client.query('begin; alter table firmwares add column one integer')
      if (uploaded === undefined) {
        uploaded = upload.query(version).then(() => upload.query('commit'))
        await untilSomebodyWaits(observer)
      }
      await client.query('alter table files add column other integer; commit')
    },
    () => undefined,
  )
  await migrated
  await uploaded
  expect(tries).toBeGreaterThan(1)
  const { rows } = await observer.query('select one, other, filename from firmwares join files on files.id = file_id')
  expect(rows).toEqual([{ one: null, other: null, filename: 'a.bin' }])
  await close()
})

it('is given up with a sentence where a lock is never free, and changes nothing', async () => {
  const { exclusively, close } = await openPostgresql(databaseUrl)
  const long = await connect()
  await long.query('begin; select 1 from users')
  const told: string[] = []
  const migrate = migratePatiently(
    exclusively,
    async (client) => {
      await client.query('begin; create table made (id integer); alter table users add column one integer; commit')
    },
    (line) => told.push(line),
    { lockMs: 20, pauseMs: 1, triesMax: 3 },
  )
  await expect(migrate).rejects.toThrow(/^The migrations were given up after [\d.]+ seconds: another transaction/)
  expect(told).toHaveLength(1)
  await expect(long.query('select 1 from made')).rejects.toThrow('does not exist')
  await close()
})

it('does not try a migration again that fails for another reason', async () => {
  const { exclusively, close } = await openPostgresql(databaseUrl)
  let tries = 0
  const migrate = migratePatiently(
    exclusively,
    async (client) => {
      tries += 1
      await client.query('alter table nowhere add column one integer')
    },
    () => undefined,
  )
  await expect(migrate).rejects.toThrow('does not exist')
  expect(tries).toBe(1)
  await close()
})
