/** Says which databases a suite runs on, and gives it fresh ones with the newest schema. */
import { openAsBlob } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, describe, inject } from 'vitest'
import { connectDatabase, drizzleOptions, type Database } from '../../src/server/db/connect.ts'
import { embeddedExtensions } from '../../src/server/db/openEmbedded.ts'
import { createDatabase } from './postgres.ts'

/**
 * Why a suite runs on both databases: PGlite and PostgreSQL share their SQL, but neither drivers nor collations, and PGlite has a single
 * connection. A suite that depends on none of this runs on the embedded database alone.
 */
export type Reason =
  /** Processes of their own connect, migrate, lock the folder. */
  | 'connections'
  /** Several requests meet on one row: of two that want it, one wins. */
  | 'row locks'
  /** All of it or nothing, also where it fails half way. */
  | 'transactions'
  /** What is there already is refused on its field. */
  | 'unique violations'
  /** What is sent again is done once. */
  | 'idempotency'
  /** Rows that count: guesses, messages, files. */
  | 'counters'
  /** Filters, search, sorting, pages. */
  | 'lists'
  /** Joins and subqueries that decide what somebody sees. */
  | 'queries'
  /** What a driver makes of dates, numbers and JSON. */
  | 'values'
  /** Messages that are claimed, sent and forgotten. */
  | 'outbox'
  /** Jobs that delete what is past use. */
  | 'tidying'

export type TestDatabase = {
  /** Gives a new empty database each time; all are closed when the suite ends. */
  readonly open: () => Promise<Database>
  /** As `open`, for processes of their own: a place to connect to. Its folder is removed when the suite ends. */
  readonly createPlace: () => Promise<Place>
}

/** What `connectDatabase` takes, and the same as a process's environment. */
export type Place = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly environment: Readonly<Record<string, string>>
}

type Suite = (database: TestDatabase) => void

export function onBothDatabases(reason: Reason, suite: Suite): void {
  onEmbeddedDatabase(suite)
  describe(`on PostgreSQL too, for its ${reason}`, () => {
    suite({ open: closingAfterwards(openPostgres), createPlace: removingAfterwards(createPostgresPlace) })
  })
}

export function onEmbeddedDatabase(suite: Suite): void {
  describe('on the embedded database', () => {
    suite({ open: closingAfterwards(openPglite), createPlace: removingAfterwards(createEmbeddedPlace) })
  })
}

type Opened = { readonly db: Database; readonly close: () => Promise<void> }

function closingAfterwards(open: () => Promise<Opened>): TestDatabase['open'] {
  const opened: Opened[] = []
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
  })
  return async () => {
    const one = await open()
    opened.push(one)
    return one.db
  }
}

function removingAfterwards(create: (dataDir: string) => Promise<Place>): TestDatabase['createPlace'] {
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  })
  return async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-place-'))
    folders.push(dataDir)
    return create(dataDir)
  }
}

async function createEmbeddedPlace(dataDir: string): Promise<Place> {
  await cp(inject('databases').embeddedDataDir, dataDir, { recursive: true })
  return { dataDir, databaseUrl: undefined, environment: { DATA_DIR: dataDir } }
}

async function createPostgresPlace(dataDir: string): Promise<Place> {
  const databaseUrl = await createPostgresDatabase()
  return { dataDir, databaseUrl, environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } }
}

async function openPglite(): Promise<Opened> {
  const client = await PGlite.create({
    loadDataDir: await openAsBlob(inject('databases').pgliteDump),
    extensions: embeddedExtensions,
  })
  return { db: drizzle(client, drizzleOptions), close: () => client.close() }
}

async function openPostgres(): Promise<Opened> {
  return connectDatabase({ databaseUrl: await createPostgresDatabase(), dataDir: '' })
}

/** The address of a new migrated PostgreSQL database. */
export async function createPostgresDatabase(): Promise<string> {
  const { postgresUrl, template } = inject('databases')
  const name = `test_${crypto.randomUUID()}`
  await createDatabase(postgresUrl, name, template)
  return postgresUrl.replace('/postgres?', `/${name}?`)
}
