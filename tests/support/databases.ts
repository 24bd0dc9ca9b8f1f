/** Runs the same tests on both databases, each suite on a fresh one with the newest schema. */
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, describe, inject } from 'vitest'
import { connectDatabase, drizzleOptions, type Database } from '../../src/server/db/connect.ts'
import { embeddedExtensions } from '../../src/server/db/openEmbedded.ts'
import { createDatabase } from './postgres.ts'

type Open = () => Promise<Database>

/** `open` gives a new empty database each time; all are closed when the suite ends. */
export function eachDatabase(suite: (open: Open) => void): void {
  describe('on the embedded database', () => {
    suite(closingAfterwards(openPglite))
  })
  describe('on PostgreSQL', () => {
    suite(closingAfterwards(openPostgres))
  })
}

type Opened = { readonly db: Database; readonly close: () => Promise<void> }

function closingAfterwards(open: () => Promise<Opened>): Open {
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

/** The address of a new migrated PostgreSQL database, for tests that connect by themselves. */
export async function createPostgresDatabase(): Promise<string> {
  const { postgresUrl, template } = inject('databases')
  const name = `test_${crypto.randomUUID()}`
  await createDatabase(postgresUrl, name, template)
  return postgresUrl.replace('/postgres?', `/${name}?`)
}
