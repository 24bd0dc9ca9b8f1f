/**
 * Counts of product updates for the dashboard. Triggers append a difference for every change of an update record, in the transaction of
 * that change (`count_product_updates`); a job adds the differences up. Derived from `product_updates`: `npm run rebuild-counts` makes them anew.
 *
 * A quarter hour is numbered from 1970 in UTC: every time zone's day begins with one. The counts refer to no other table, so that a removed
 * product or firmware leaves zeros.
 */
import { integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { userProducts } from './ownership.ts'

/** How many updates had each result. `unreported`: those without one yet. */
const numbers = {
  successes: integer().notNull(),
  unreported: integer().notNull(),
  disconnections: integer().notNull(),
  reprogrammingErrors: integer().notNull(),
  rebootErrors: integer().notNull(),
}

/** Differences that are not yet part of the sums below. What is counted at a moment is the sums and these. */
export const updateCountChanges = pgTable('update_count_changes', {
  id: identity(),
  quarter: integer().notNull(),
  productId: reference().notNull(),
  firmwareId: reference().notNull(),
  ...numbers,
})

/** Sums by firmware: for each quarter hour (span 1) and for each day in UTC (span 96), by the number of the first quarter hour. */
export const updateCounts = pgTable(
  'update_counts',
  {
    span: smallint().notNull(),
    quarter: integer().notNull(),
    productId: reference().notNull(),
    firmwareId: reference().notNull(),
    ...numbers,
  },
  (row) => [primaryKey({ columns: [row.span, row.quarter, row.productId, row.firmwareId] })],
)

/** Sums of all firmwares for each quarter hour, by product and, as product 0, of all products: a year of a chart is read in one go. */
export const updateTotals = pgTable(
  'update_totals',
  { productId: reference().notNull(), quarter: integer().notNull(), ...numbers },
  (row) => [primaryKey({ columns: [row.productId, row.quarter] })],
)

/**
 * The detectors whose firmware is missing, as a failed update has reported, by the rules of userProduct/firmwareState.ts, kept by the same triggers. Rows of deleted detectors
 * and owners stay, because both may come back.
 */
export const detectorsWithoutFirmware = pgTable('detectors_without_firmware', {
  userProductId: reference()
    .primaryKey()
    .references(() => userProducts.id, { onDelete: 'cascade' }),
  /** When the failed update began. */
  since: instant().notNull(),
})
