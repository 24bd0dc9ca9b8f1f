/** Marks rows created for the demo or for performance tests. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { reference } from './columns.ts'

/**
 * The marked tables, by their names in code, in an order in which their rows can be deleted. Rows that belong to a marked row, such as a
 * user's detectors, have no mark of their own.
 */
export const demoEntities = [
  'users',
  'firmwares',
  'products',
  'betaGroups',
  'warrantyCodes',
  'warrantyCodeBatches',
  'news',
  'rallyZones',
  'files',
] as const
export type DemoEntity = (typeof demoEntities)[number]

export const demoRows = pgTable(
  'demo_rows',
  {
    entity: text({ enum: demoEntities }).notNull(),
    /** The row's id. Not a foreign key: a mark may outlive its row and then has no meaning. */
    recordId: reference().notNull(),
  },
  (row) => [primaryKey({ columns: [row.entity, row.recordId] })],
)
