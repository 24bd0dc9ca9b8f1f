/** Which rows are not real: made for the demo or for measuring. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { reference } from './columns.ts'

/** The tables, by their names in code, whose rows are marked. What belongs to one of these rows (a user's detectors) goes with it, unmarked. */
export const demoEntities = ['users', 'products', 'firmwares', 'betaGroups', 'warrantyCodes', 'news', 'rallyZones', 'files'] as const
export type DemoEntity = (typeof demoEntities)[number]

export const demoRows = pgTable(
  'demo_rows',
  {
    entity: text({ enum: demoEntities }).notNull(),
    /** The row's id. No foreign key: a mark may outlive its row, and then says nothing. */
    recordId: reference().notNull(),
  },
  (row) => [primaryKey({ columns: [row.entity, row.recordId] })],
)
