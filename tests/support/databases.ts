/** Says which databases a suite runs on, and creates empty ones with the latest schema. */
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
 * Why a suite runs on both databases: PGlite and PostgreSQL share their SQL, but not their drivers and collations, and PGlite has a single
 * connection. A suite that depends on none of this runs on the embedded database only.
 */
export type Reason =
  /** Separate processes connect, migrate, or lock the folder. */
  | 'connections'
  /** Several requests compete for one row, and one of them wins. */
  | 'row locks'
  /** All or nothing, even if it fails half-way. */
  | 'transactions'
  /** A duplicate is reported on its field. */
  | 'unique violations'
  /** A repeated request takes effect once. */
  | 'idempotency'
  /** Rows that count: guesses, messages, files. */
  | 'counters'
  /** Filters, search, sorting, pages. */
  | 'lists'
  /** Joins and subqueries that decide what somebody may see. */
  | 'queries'
  /** How a driver converts dates, numbers and JSON. */
  | 'values'
  /** Messages that are claimed, sent and deleted. */
  | 'outbox'
  /** Jobs that delete expired rows. */
  | 'tidying'

/** Where PostgreSQL decides what happens, so that even `npm test` runs the suite on it; of the others, `npm run test:all` does. */
const decided: ReadonlySet<Reason> = new Set<Reason>(['row locks', 'transactions', 'unique violations', 'idempotency'])

export type TestDatabase = {
  /** Returns a new empty database each time; all are closed when the suite ends. */
  readonly open: () => Promise<Database>
  /** Like `open`, for separate processes: returns what to connect to. Its folder is removed when the suite ends. */
  readonly createPlace: () => Promise<Place>
}

/** The argument of `connectDatabase`, and the same as environment variables. */
export type Place = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly environment: Readonly<Record<string, string>>
}

type Suite = (database: TestDatabase) => void

export function onBothDatabases(reason: Reason, suite: Suite): void {
  onEmbeddedDatabase(suite)
  describe(`on PostgreSQL too, for its ${reason}`, { tags: decided.has(reason) ? [] : ['rest'] }, () => {
    suite({ open: openingPostgres(), createPlace: removingAfterwards(createPostgresPlace) })
  })
}

export function onEmbeddedDatabase(suite: Suite): void {
  describe('on the embedded database', () => {
    suite({ open: closingAfterwards(openPglite), createPlace: removingAfterwards(createEmbeddedPlace) })
  })
}

/** Opens databases on PostgreSQL, for tests of several connections: the embedded database has one. */
export function openingPostgres(): TestDatabase['open'] {
  return closingAfterwards(openPostgres)
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
