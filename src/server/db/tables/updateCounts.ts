/**
 * Counts of product updates for the dashboard. Triggers append a difference for every change of an update record, in the transaction of
 * that change (`count_product_updates`); a job adds the differences up. Derived from `product_updates`: `npm run rebuild-counts` makes them anew.
 *
 * A quarter hour is numbered from 1970 in UTC: every time zone's day begins with one. The counts refer to no other table, so that a removed
 * product or firmware leaves zeros.
 */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { identity, reference } from './columns.ts'
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
 * What is known of the firmware on each detector that had an update, kept by the same triggers: `note_detector_states` of the migrations is the
 * one place that decides it. Rows of deleted detectors and owners stay, because both may come back.
 */
export const detectorStates = pgTable(
  'detector_states',
  {
    userProductId: reference()
      .primaryKey()
      .references(() => userProducts.id, { onDelete: 'cascade' }),
    /** As the detector has it. */
    productId: reference().notNull(),
    /** The latest update that may have changed it. */
    productUpdateId: reference().notNull(),
    /** Of that update. */
    firmwareId: reference().notNull(),
    /** `none`: a failed update has said so. `updating`: it may still run. `unknown`: also where another update may have begun later. */
    state: text({ enum: ['installed', 'none', 'updating', 'unknown'] }).notNull(),
  },
  (row) => [
    index().on(row.productId, row.firmwareId),
    index('detectors_that_wait')
      .on(row.state)
      .where(sql`state in ('none', 'updating')`),
  ],
)
