/** Statements that are built once. Knows no tables. */
import type { Database } from './connect.ts'

/**
 * What nearly every call asks is built and planned once for each database: drizzle takes longer to build such a statement than PostgreSQL takes
 * to answer it. `build` ends in `prepare(name)`, with `sql.placeholder` for what changes.
 */
export function prepareOnce<Prepared extends object>(build: (db: Database) => Prepared): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>()
  return (db) => {
    const known = prepared.get(db) ?? build(db)
    prepared.set(db, known)
    return known
  }
}
