/**
 * Applies the SQL files in migrations/, each once and in order, to bring a database to the schema of tables.ts.
 *
 * Builds from before the first release had other migrations. Drizzle compares dates alone and would not notice, so the hashes of what was
 * applied are compared first.
 */
import { dirname } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { migrate as migratePostgresql } from 'drizzle-orm/node-postgres/migrator'
import { findBeside } from '../config/findBeside.ts'
import { rowsOf } from './rowsOf.ts'

function migrationsFolder(): string {
  return dirname(dirname(findBeside(import.meta.dirname, 'migrations/meta/_journal.json')))
}

/** Throws an error with a sentence, before anything is changed, if an unreleased build made the database. */
export const applyMigrations = {
  embedded: async (db: Parameters<typeof migratePglite>[0]) => {
    await assertReleased(db)
    await migratePglite(db, { migrationsFolder: migrationsFolder() })
  },
  postgresql: async (db: Parameters<typeof migratePostgresql>[0]) => {
    await assertReleased(db)
    await migratePostgresql(db, { migrationsFolder: migrationsFolder() })
  },
}

/** All migrations, oldest first. `folderMillis` is what the database keeps of each as `created_at`. */
export function readMigrations() {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() })
}

type Applied = { readonly hash: string; readonly madeAt: number }
type Executor = { readonly execute: (query: SQL) => PromiseLike<unknown> }

/** What the database has of migrations, oldest first; nothing if it is new. */
export async function findApplied(db: Executor): Promise<readonly Applied[]> {
  const [found] = rowsOf(await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as has_any`))
  if (found?.['has_any'] !== true) return []
  const rows = rowsOf(
    await db.execute(sql`select hash, created_at::text as made from drizzle.__drizzle_migrations order by created_at, id`),
  )
  return rows.map(({ hash, made }) => ({ hash: String(hash), madeAt: Number(made) }))
}

/** Whether these migrations are those of a release: the first of this one's, or all of them and then those of a newer one. */
export function areReleased(applied: readonly Applied[]): boolean {
  const known = readMigrations()
  return applied.every(({ hash }, index) => known[index] === undefined || known[index].hash === hash)
}

async function assertReleased(db: Executor): Promise<void> {
  if (areReleased(await findApplied(db))) return
  throw new Error(
    'The database was made by an unreleased build of Fieldport, from which there is no upgrade. Nothing was changed. ' +
      'Start with an empty one: another DATABASE_URL, or without one another DATA_DIR.',
  )
}
