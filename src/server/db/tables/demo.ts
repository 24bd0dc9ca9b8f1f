/** Marks rows created for the demo or for performance tests. */
import { type PgColumn, type PgTable, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuditedEntity } from '../../../contract/audit.ts'
import { reference } from './columns.ts'
import { betaGroups, files, firmwares, products } from './firmware.ts'
import { users } from './people.ts'
import { news, rallyZones } from './publications.ts'
import { warrantyCodeBatches, warrantyCodes } from './warrantyCodes.ts'

type Marked = { readonly mark: string; readonly table: PgTable & { readonly id: PgColumn }; readonly shownAs: string }

/**
 * The entities whose rows are marked, in an order in which these can be deleted. Rows that belong to a marked row, such as a user's
 * detectors, have no mark of their own. `shownAs`: in what `npm run purge-demo` prints.
 */
export const demoEntities = {
  user: { mark: 'users', table: users, shownAs: 'accounts' },
  firmware: { mark: 'firmwares', table: firmwares, shownAs: 'firmwares' },
  product: { mark: 'products', table: products, shownAs: 'products' },
  betaGroup: { mark: 'betaGroups', table: betaGroups, shownAs: 'beta groups' },
  warrantyCode: { mark: 'warrantyCodes', table: warrantyCodes, shownAs: 'warranty codes' },
  warrantyCodeBatch: { mark: 'warrantyCodeBatches', table: warrantyCodeBatches, shownAs: 'batches of warranty codes' },
  news: { mark: 'news', table: news, shownAs: 'news' },
  rallyZone: { mark: 'rallyZones', table: rallyZones, shownAs: 'rally zones' },
  file: { mark: 'files', table: files, shownAs: 'files' },
} as const satisfies Record<AuditedEntity | 'warrantyCode' | 'file', Marked>
export type DemoEntity = keyof typeof demoEntities

export const demoRows = pgTable(
  'demo_rows',
  {
    entity: text().$type<(typeof demoEntities)[DemoEntity]['mark']>().notNull(),
    /** The row's id. Not a foreign key: a mark may outlive its row and then has no meaning. */
    recordId: reference().notNull(),
  },
  (row) => [primaryKey({ columns: [row.entity, row.recordId] })],
)
