/**
 * Marks rows that are not real. They are set when the demo or `npm run seed` creates rows, and checked if a server is no demo. A mark stays
 * even if the row changes: a demo account whose password was changed is still a demo account.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { type DemoEntity, demoEntities, demoRows } from '../db/tables.ts'

/** The key in `settings` that says when the demo filled this database. */
export const demoFilledKey = 'demoSeeded'

/** Marks every row that this transaction has created: none is missed, and no other row is marked. */
export async function markDemoRows(transaction: Database): Promise<void> {
  for (const { mark, table } of Object.values(demoEntities)) {
    await transaction.execute(sql`
      insert into ${demoRows} (entity, record_id)
      select ${mark}::text, id from ${table} where xmin::text::bigint = mod(pg_current_xact_id()::text::bigint, 4294967296)`)
  }
}

export async function hasDemoRows(db: Database): Promise<boolean> {
  const rows = await db.select({ id: demoRows.recordId }).from(demoRows).limit(1)
  return rows.length > 0
}

/** Throws an error with a sentence that lists the ways out if this is no demo and the database holds demo rows. */
export async function assertNoDemoRows(db: Database, { isDemo, demoReason }: Pick<Config, 'isDemo' | 'demoReason'>): Promise<void> {
  if (isDemo || !(await hasDemoRows(db))) return
  throw new Error(
    `This database holds demo data, with accounts whose password is published, and this is no demo, because ${demoReason}: remove that data with "npm run purge-demo", which first shows what it would remove, or set DEMO=true if a demo is meant.`,
  )
}

/** SQL condition: whether `id` belongs to a marked row. */
export function isDemoRow(entity: DemoEntity, id: SQLWrapper): SQL {
  return sql`${id} in ${markedIds(entity)}`
}

/** Returns a subquery. */
export function markedIds(entity: DemoEntity): SQL {
  return sql`(select record_id from demo_rows where entity = ${demoEntities[entity].mark}::text)`
}
