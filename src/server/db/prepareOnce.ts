/** Prepared statements that are built once. Knows no tables. */
import type { Database } from './connect.ts'

/**
 * For queries that nearly every call makes. They are built and planned once per database, because drizzle takes longer to build such a
 * statement than PostgreSQL to execute it. `build` ends in `prepare(name)` and uses `sql.placeholder` for what varies.
 */
export function prepareOnce<Prepared extends object>(build: (db: Database) => Prepared): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>()
  return (db) => {
    const known = prepared.get(db) ?? build(db)
    prepared.set(db, known)
    return known
  }
}
