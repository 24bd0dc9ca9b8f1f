/**
 * The marks on rows that are not real: set when the demo or `npm run seed` makes them, asked for where a server is no demo. A mark stays
 * whatever becomes of its row: an account of the demo that somebody gave a password of their own is still the demo's.
 */
import { sql } from 'drizzle-orm'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { demoRows } from '../db/tables.ts'
import { demoTables } from './demoTables.ts'
import { markOlderDemo } from './olderDemo.ts'

/** Marks every row that this transaction has made: none can be forgotten, and nobody else's is among them. */
export async function markDemoRows(transaction: Database): Promise<void> {
  for (const [entity, table] of Object.entries(demoTables)) {
    await transaction.execute(sql`
      insert into ${demoRows} (entity, record_id)
      select ${entity}::text, id from ${table} where xmin::text::bigint = mod(pg_current_xact_id()::text::bigint, 4294967296)`)
  }
}

/** Also where the rows are from before there were marks. */
export async function hasDemoRows(db: Database): Promise<boolean> {
  await markOlderDemo(db)
  const rows = await db.select({ id: demoRows.recordId }).from(demoRows).limit(1)
  return rows.length > 0
}

/** Throws a sentence that names the ways out where `config` is no demo's and the database holds demo rows. */
export async function assertNoDemoRows(db: Database, { isDemo, demoReason }: Pick<Config, 'isDemo' | 'demoReason'>): Promise<void> {
  if (isDemo || !(await hasDemoRows(db))) return
  throw new Error(
    `This database holds demo data, with accounts whose password is published, and this is no demo, because ${demoReason}: remove that data with "npm run purge-demo", which first shows what it would remove, or set DEMO=true if a demo is meant.`,
  )
}
