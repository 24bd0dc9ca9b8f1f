/** The tables with marked rows, and SQL to find those rows. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  betaGroups,
  type DemoEntity,
  files,
  firmwares,
  news,
  products,
  rallyZones,
  users,
  warrantyCodeBatches,
  warrantyCodes,
} from '../db/tables.ts'

export const demoTables = {
  users,
  firmwares,
  products,
  betaGroups,
  warrantyCodes,
  warrantyCodeBatches,
  news,
  rallyZones,
  files,
} as const satisfies Record<DemoEntity, PgTable>

/** SQL condition: whether `id` belongs to a marked row. */
export function isDemoRow(entity: DemoEntity, id: SQLWrapper): SQL {
  return sql`${id} in ${markedIds(entity)}`
}

/** Returns a subquery. */
export function markedIds(entity: DemoEntity): SQL {
  return sql`(select record_id from demo_rows where entity = ${entity}::text)`
}
