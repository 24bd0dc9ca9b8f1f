/** Applies the SQL files in migrations/, each once and in order, to bring a database to the schema of tables.ts. */
import { dirname } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { migrate as migratePostgresql } from 'drizzle-orm/node-postgres/migrator'
import { findBeside } from '../config/findBeside.ts'

function migrationsFolder(): string {
  return dirname(dirname(findBeside(import.meta.dirname, 'migrations/meta/_journal.json')))
}

export const applyMigrations = {
  embedded: (db: Parameters<typeof migratePglite>[0]) => migratePglite(db, { migrationsFolder: migrationsFolder() }),
  postgresql: (db: Parameters<typeof migratePostgresql>[0]) => migratePostgresql(db, { migrationsFolder: migrationsFolder() }),
}

/** All migrations, oldest first. `folderMillis` is what the database keeps of each as `created_at`. */
export function readMigrations() {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() })
}
