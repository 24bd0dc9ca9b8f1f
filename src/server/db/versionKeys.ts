/**
 * The keys of versions, by whose bytes the database knows what contract/versionOrder.ts says is newer. They are written with the names, by
 * `versionColumns` alone.
 */
import { asc, eq, like, not, type SQL, sql } from 'drizzle-orm'
import { versionKey } from '../../contract/versionOrder.ts'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as tables from './tables.ts'
import { firmwares } from './tables.ts'

/** Before each key. It changes with the order, so that a start finds the keys of another one. */
const format = '2 '

/** How many keys one statement writes. */
const batch = 1_000

/** What a firmware stores of its version. */
export function versionColumns(versionName: string) {
  return { versionName, versionKey: storedVersionKey(versionName) }
}

/** As `firmwares.version_key` has it. */
export function storedVersionKey(versionName: string): string {
  return `${format}${versionKey(versionName)}`
}

/** SQL on `firmwares`: its version is the same as this one. */
export function isSameVersion(versionName: string): SQL {
  return eq(firmwares.versionKey, storedVersionKey(versionName))
}

/** Computes anew the keys of an earlier or later order. For a start or a restore, under the lock of migrations. */
export async function renewVersionKeys(db: PgDatabase<PgQueryResultHKT, typeof tables>): Promise<void> {
  const isOld = not(like(firmwares.versionKey, `${format}%`))
  for (;;) {
    const { id, versionName } = firmwares
    const rows = await db.select({ id, versionName }).from(firmwares).where(isOld).orderBy(asc(id)).limit(batch)
    if (rows.length === 0) return
    const ids = sql.param(rows.map((row) => row.id))
    const keys = sql.param(rows.map((row) => storedVersionKey(row.versionName)))
    const renewed = sql`unnest(${ids}::bigint[], ${keys}::text[]) as renewed(id, key)`
    await db.execute(sql`update ${firmwares} set version_key = renewed.key from ${renewed} where ${firmwares.id} = renewed.id`)
  }
}
