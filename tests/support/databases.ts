/** Says which databases a suite runs on, and gives it fresh ones with the newest schema. */
import { openAsBlob } from 'node:fs'
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
}

type Suite = (database: TestDatabase) => void

export function onBothDatabases(reason: Reason, suite: Suite): void {
  onEmbeddedDatabase(suite)
  describe(`on PostgreSQL too, for its ${reason}`, () => {
    suite({ open: closingAfterwards(openPostgres) })
  })
}

export function onEmbeddedDatabase(suite: Suite): void {
  describe('on the embedded database', () => {
    suite({ open: closingAfterwards(openPglite) })
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
