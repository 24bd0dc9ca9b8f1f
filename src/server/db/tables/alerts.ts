/** What needs the operator's attention, and the counts that one kind of it follows from. Alerts are raised by jobs/raiseAlerts.ts. */
import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { alertKinds } from '../../../contract/installation.ts'
import { identity, instant } from './columns.ts'

/** One row from the time a fault begins until it is over. At most one that is not over for each kind, whichever server found it. */
export const alerts = pgTable(
  'alerts',
  {
    id: identity(),
    kind: text({ enum: alertKinds }).notNull(),
    /** The figure of the time it began, such as a number of messages or a share of failed requests. */
    figure: integer().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (alert) => [
    uniqueIndex('alerts_kind_key')
      .on(alert.kind)
      .where(sql`${alert.endedAt} is null`),
  ],
)

/** Calls answered by all servers in a minute; removed after an hour. */
export const callCounts = pgTable('call_counts', {
  /** The beginning of the minute. */
  minute: instant().primaryKey(),
  answered: integer().notNull(),
  /** Of these, answered with a status of 500 or more. */
  failed: integer().notNull(),
})
