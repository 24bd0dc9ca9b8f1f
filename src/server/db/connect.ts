/** The only way to the database: PostgreSQL if an address is configured, otherwise the embedded one. Knows no entity. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePostgresql } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type { PoolClient } from 'pg'
import { applyMigrations } from './applyMigrations.ts'
import { migratePatiently } from './migratePatiently.ts'
import { openEmbedded } from './openEmbedded.ts'
import { openPostgresql } from './openPostgresql.ts'
import * as tables from './tables.ts'
import { renewVersionKeys } from './versionKeys.ts'

/**
 * The query interface for handlers: the same type for both databases and for transactions. `execute` returns no typed rows, so prefer the
 * query builders. Inside `transaction`, use only its own handle: the embedded database has a single connection, and the outer handle would
 * wait forever.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>

/**
 * Runs `work` in a transaction. Inside, use only its handle and do nothing slow: the embedded database has one connection. `recall` finds
 * the result of work that was done at that time, where it was not kept; undefined if there is none.
 */
export type TransactionRunner = <T>(
  work: (db: Database) => Promise<T>,
  recall?: (db: Database, doneAt: Date) => Promise<T | undefined>,
) => Promise<T>

export type PoolFigures = { readonly total: number; readonly idle: number; readonly waiting: number }

export type DatabaseConnection = {
  readonly db: Database
  readonly kind: 'embedded' | 'postgresql'
  /** Of the pool of connections; undefined for the embedded database, which has one. */
  readonly pool: (() => PoolFigures) | undefined
  /** A line printed at start: what acknowledged writes survive. */
  readonly durability: string
  /** Only of the embedded database, which no other process can read meanwhile (backup/answerRequests.ts). */
  readonly copyTo?: ((folder: string, clock: () => Date) => Promise<Date>) | undefined
  /** Lets running work finish, then closes. */
  close(): Promise<void>
}

/** For both drivers. Maps `firstLaunch` to the column first_launch. */
export const drizzleOptions = { schema: tables, casing: 'snake_case' } as const

/**
 * Connects and applies migrations. `databaseUrl` is a postgresql:// address; without one the database lies in `dataDir`. Throws an error
 * with a readable sentence if another process uses the folder or the server cannot be reached. `onWait` gets a line where migrations wait
 * for others.
 */
export async function connectDatabase(
  place: { databaseUrl?: string | undefined; dataDir: string },
  onWait: (line: string) => void = () => undefined,
): Promise<DatabaseConnection> {
  if (place.databaseUrl !== undefined) {
    const { pool, exclusively, close } = await openPostgresql(place.databaseUrl)
    try {
      // Two servers that start together must not apply the same migration.
      const migrate = async (client: PoolClient) => {
        await applyMigrations.postgresql(drizzlePostgresql(client))
        await renewVersionKeys(drizzlePostgresql(client, drizzleOptions))
      }
      await migratePatiently(exclusively, migrate, onWait)
    } catch (error) {
      await close()
      throw error
    }
    return {
      db: drizzlePostgresql(pool, drizzleOptions),
      kind: 'postgresql',
      pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      durability: 'PostgreSQL: what is answered is as safe as that server keeps it.',
      close,
    }
  }

  const { client, copyTo, close } = await openEmbedded(place.dataDir)
  try {
    await applyMigrations.embedded(drizzlePglite(client))
    await renewVersionKeys(drizzlePglite(client, drizzleOptions))
  } catch (error) {
    await close()
    throw error
  }
  return {
    db: drizzlePglite(client, drizzleOptions),
    kind: 'embedded',
    pool: undefined,
    durability:
      'Embedded database: what is answered survives a crash of this process. To survive a power loss, use PostgreSQL (DATABASE_URL).',
    copyTo,
    close,
  }
}
