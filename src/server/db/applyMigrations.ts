/** Brings a database to the schema of tables.ts by the SQL in migrations/, each file once, in order. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { migrate as migratePostgresql } from 'drizzle-orm/node-postgres/migrator'

/**
 * Where the SQL lies. Sought from the project's root, because this code runs both from src/server/db (tests, tsx) and from the one bundled
 * file in dist/server, where "beside me" is another place.
 */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The migrations were not found: no package.json above the server.')
    folder = parent
  }
  return join(folder, 'src/server/db/migrations')
}

export const applyMigrations = {
  embedded: (db: Parameters<typeof migratePglite>[0]) => migratePglite(db, { migrationsFolder: migrationsFolder() }),
  postgresql: (db: Parameters<typeof migratePostgresql>[0]) => migratePostgresql(db, { migrationsFolder: migrationsFolder() }),
}
