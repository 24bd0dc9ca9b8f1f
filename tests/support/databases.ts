/** Says which database a suite runs on, and creates empty ones with the latest schema. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { openAsBlob } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgresql } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { afterAll, describe, inject, it } from 'vitest'
import { drizzleOptions, type Database } from '../../src/server/db/connect.ts'
import { embeddedExtensions } from '../../src/server/db/openEmbedded.ts'
import { openPostgresql } from '../../src/server/db/openPostgresql.ts'
import { createDatabase } from './postgres.ts'

/**
 * Why a suite runs on the embedded database, and not on PostgreSQL, which production runs. Every call has been made there once by
 * tests/api/everyCall.test.ts and tests/api/readOnly.test.ts, with answers as the contract has them.
 */
export type Reason =
  /** One connection, of one process. */
  | 'connections'
  /** All or nothing, though there is no second connection. */
  | 'transactions'
  /** How its driver converts dates, numbers and JSON. */
  | 'values'
  /** Messages that are claimed, sent and deleted. */
  | 'outbox'
  /** The folder that it lies in, which one process locks and a crash may leave half written. */
  | 'folder'
  /** The clock of its computer, beside which it has no other. */
  | 'clock'

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

export function onPostgres(suite: Suite): void {
  describe('on PostgreSQL', () => {
    suite({ open: openingPostgres(), createPlace: removingAfterwards(createPostgresPlace) })
  })
}

export function onEmbedded(reason: Reason, suite: Suite): void {
  describe(`on the embedded database, for its ${reason}`, () => {
    suite({ open: closingAfterwards(openPglite), createPlace: removingAfterwards(createEmbeddedPlace) })
  })
}

type ItOnce = (title: string, test: () => Promise<void>) => void

/**
 * For what each database does in its own way, and must do: it takes twice the time, so a comment at the place says why. `itOnce` states what
 * follows for both: on PostgreSQL alone.
 */
export function onBoth(reason: Reason, suite: (database: TestDatabase, itOnce: ItOnce) => void): void {
  onPostgres((database) => suite(database, it))
  onEmbedded(reason, (database) => suite(database, () => {}))
}

/** Opens databases on PostgreSQL, closed when the suite ends. */
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
  return { db: markingTransactions(drizzlePglite(refusingInTransactions(client), drizzleOptions)), close: () => client.close() }
}

async function openPostgres(): Promise<Opened> {
  const { pool, close } = await openPostgresql(await createPostgresDatabase())
  return { db: markingTransactions(drizzlePostgresql(refusingInTransactions(pool), drizzleOptions)), close }
}

const transactions = new AsyncLocalStorage<{ isRunning: boolean }>()

function markingTransactions(db: Database): Database {
  const begin: Database['transaction'] = db.transaction.bind(db)
  db.transaction = (work, config) => {
    const own = { isRunning: true }
    return begin((tx) => transactions.run(own, () => work(tx)), config).finally(() => {
      own.isRunning = false
    })
  }
  return db
}

/** Does what somebody else does meanwhile: `work` is no part of the transaction in which a test begins it. */
export function besideTransaction<T>(work: () => T): T {
  return transactions.exit(work)
}

const asking: ReadonlySet<PropertyKey> = new Set(['connect', 'exec', 'query', 'transaction'])

/**
 * Refuses to be asked by the outer handle inside of a transaction. The embedded database would wait for itself until the test's time is
 * over; PostgreSQL would answer on another connection, as long as there is one.
 */
function refusingInTransactions<C extends object>(client: C): C {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (asking.has(name) && transactions.getStore()?.isRunning === true)
          throw new Error('Inside of a transaction, only its own handle may be asked (src/server/db/connect.ts).')
        return Reflect.apply(value, target, args)
      }
    },
  })
}

/** The address of a new migrated PostgreSQL database. */
export async function createPostgresDatabase(): Promise<string> {
  const { postgresUrl, template } = inject('databases')
  return createDatabase(postgresUrl, `test_${crypto.randomUUID()}`, template)
}
