/** Marks rows created for the demo or for performance tests. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { reference } from './columns.ts'
import { betaGroups, files, firmwares, products } from './firmware.ts'
import { users } from './people.ts'
import { news, rallyZones } from './publications.ts'
import { warrantyCodeBatches, warrantyCodes } from './warrantyCodes.ts'

/**
 * The marked tables, by their names in code, in an order in which their rows can be deleted. Rows that belong to a marked row, such as a
 * user's detectors, have no mark of their own.
 */
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
} as const
export type DemoEntity = keyof typeof demoTables

export const demoRows = pgTable(
  'demo_rows',
  {
    entity: text().$type<DemoEntity>().notNull(),
    /** The row's id. Not a foreign key: a mark may outlive its row and then has no meaning. */
    recordId: reference().notNull(),
  },
  (row) => [primaryKey({ columns: [row.entity, row.recordId] })],
)
