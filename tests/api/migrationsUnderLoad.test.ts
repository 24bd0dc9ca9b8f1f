// @module-tag rest
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { migratePatiently } from '../../src/server/db/migratePatiently.ts'
import { openPostgresql } from '../../src/server/db/openPostgresql.ts'
import { createPostgresDatabase } from '../support/databases.ts'
import { newerBuild } from '../support/newerBuild.ts'
import { insertFirmware } from '../support/storedReleases.ts'

let databaseUrl: string
let opened: Awaited<ReturnType<typeof openPostgresql>>
const clients: Client[] = []
beforeEach(async () => {
  databaseUrl = await createPostgresDatabase()
  opened = await openPostgresql(databaseUrl)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await opened.close()
})

async function connect(): Promise<Client> {
  const client = new Client(databaseUrl)
  await client.connect()
  clients.push(client)
  return client
}

/** Until so many sessions of this database wait for a lock. */
async function untilWaiting(observer: Client, sessions: number): Promise<void> {
  const waiting = `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await observer.query(waiting)).rows).toEqual([{ sessions }])
}

const newer = newerBuild('alter table users add column one integer')

it('lets others read on while a start waits with its migrations for a long transaction, and then goes on', async () => {
  const [long, other] = [await connect(), await connect()]
  await long.query('begin; select 1 from users')

  const migrating = newer.run('migrate', [], { DATABASE_URL: databaseUrl })
  await untilWaiting(other, 1)
  // It stands behind the migration in the queue for that lock.
  await expect(other.query('select one from users')).rejects.toThrow('does not exist')
  await untilWaiting(other, 0)
  await long.query('commit')

  const { out, complaint, code } = await migrating
  expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
  expect(out.split('\n').filter((line) => line.startsWith('Migrations wait for a lock'))).toHaveLength(1)
  await expect(other.query('select one from users')).resolves.toMatchObject({ rowCount: 0 })
  const { rows } = await other.query('select count(*)::int as applied from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ applied: readMigrations().length + 1 }])
})

it('gives way to an upload that holds the locks of two tables in the opposite order, and comes again', async () => {
  const [upload, observer] = [await connect(), await connect()]
  // Of the two, PostgreSQL would end the migration.
  await upload.query(`set deadlock_timeout = '1min'`)
  await upload.query('begin')
  await upload.query(
    `insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', '0', 3, 'firmware', 'text/plain')`,
  )

  let uploaded: Promise<unknown> | undefined
  let tries = 0
  await migratePatiently(
    opened.exclusively,
    async (client) => {
      tries += 1
      await client.query('begin; alter table firmwares add column one integer')
      if (uploaded === undefined) {
        uploaded = upload.query(insertFirmware).then(() => upload.query('commit'))
        await untilWaiting(observer, 1)
      }
      await client.query('alter table files add column other integer; commit')
    },
    () => undefined,
  )
  await uploaded
  expect(tries).toBeGreaterThan(1)
  const { rows } = await observer.query('select one, other, filename from firmwares join files on files.id = file_id')
  expect(rows).toEqual([{ one: null, other: null, filename: 'a.bin' }])
})

it('is given up with a sentence where a lock is never free, and changes nothing', async () => {
  const long = await connect()
  await long.query('begin; select 1 from users')
  const told: string[] = []
  const migrate = migratePatiently(
    opened.exclusively,
    async (client) => {
      await client.query('begin; create table made (id integer); alter table users add column one integer; commit')
    },
    (line) => told.push(line),
    { lockMs: 20, pauseMs: 1, triesMax: 3 },
  )
  await expect(migrate).rejects.toThrow(/^The migrations were given up after [\d.]+ seconds: another transaction/)
  expect(told).toHaveLength(1)
  await expect(long.query('select 1 from made')).rejects.toThrow('does not exist')
})

it('does not try a migration again that fails for another reason', async () => {
  let tries = 0
  const migrate = migratePatiently(
    opened.exclusively,
    async (client) => {
      tries += 1
      await client.query('alter table nowhere add column one integer')
    },
    () => undefined,
  )
  await expect(migrate).rejects.toThrow('does not exist')
  expect(tries).toBe(1)
})
