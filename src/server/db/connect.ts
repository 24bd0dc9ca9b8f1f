/** The one way to the database: PostgreSQL where an address is given, else the embedded one. Knows no entity. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePostgresql } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { applyMigrations } from './applyMigrations.ts'
import { openEmbedded } from './openEmbedded.ts'
import { openPostgresql } from './openPostgresql.ts'
import * as tables from './tables.ts'

/**
 * What handlers query. The same type for both databases and for a transaction of either, so `execute` gives no typed rows: use the builders.
 * Inside `transaction` use its handle only: the embedded database has one connection, and the outer handle would wait for ever.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>

/** Runs `work` in a transaction. Inside, use the handle that is passed and do nothing slow: the embedded database has one connection. */
export type TransactionRunner = <T>(work: (db: Database) => Promise<T>) => Promise<T>

export type DatabaseConnection = {
  readonly db: Database
  readonly kind: 'embedded' | 'postgresql'
  /** For the start-up line: what an answered write survives. */
  readonly durability: string
  /** Lets work in flight finish, then lets go. */
  close(): Promise<void>
}

/** For either driver; `firstLaunch` is column first_launch. */
export const drizzleOptions = { schema: tables, casing: 'snake_case' } as const

/**
 * Connects and brings the schema up to date. `databaseUrl` is a postgresql:// address; without one the database lives in `dataDir`.
 * Fails with a sentence when the folder is in use by another process or the server cannot be reached.
 */
export async function connectDatabase(place: { databaseUrl?: string | undefined; dataDir: string }): Promise<DatabaseConnection> {
  if (place.databaseUrl !== undefined) {
    const { pool, exclusively, close } = await openPostgresql(place.databaseUrl)
    try {
      // Two servers that start at once must not both apply a migration.
      await exclusively((client) => applyMigrations.postgresql(drizzlePostgresql(client)))
    } catch (error) {
      await close()
      throw error
    }
    return {
      db: drizzlePostgresql(pool, drizzleOptions),
      kind: 'postgresql',
      durability: 'PostgreSQL: what is answered is as safe as that server keeps it.',
      close,
    }
  }

  const { client, close } = await openEmbedded(place.dataDir)
  try {
    await applyMigrations.embedded(drizzlePglite(client))
  } catch (error) {
    await close()
    throw error
  }
  return {
    db: drizzlePglite(client, drizzleOptions),
    kind: 'embedded',
    durability:
      'Embedded database: what is answered survives a crash of this process. To survive a power loss, use PostgreSQL (DATABASE_URL).',
    close,
  }
}
