/** Applies the SQL files in migrations/, each once and in order, to bring a database to the schema of tables.ts. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { migrate as migratePostgresql } from 'drizzle-orm/node-postgres/migrator'

/** Finds the migrations in this folder or a parent: the source runs from src/server/db, the bundle from below dist/server. */
function migrationsFolder(): string {
  let parent = import.meta.dirname
  while (!existsSync(join(parent, 'migrations/meta/_journal.json'))) {
    if (parent === dirname(parent)) throw new Error('The migrations were not found beside the server. Build it again: npm run build')
    parent = dirname(parent)
  }
  return join(parent, 'migrations')
}

export const applyMigrations = {
  embedded: (db: Parameters<typeof migratePglite>[0]) => migratePglite(db, { migrationsFolder: migrationsFolder() }),
  postgresql: (db: Parameters<typeof migratePostgresql>[0]) => migratePostgresql(db, { migrationsFolder: migrationsFolder() }),
}

/** All migrations, oldest first. `folderMillis` is what the database keeps of each as `created_at`. */
export function readMigrations() {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() })
}
