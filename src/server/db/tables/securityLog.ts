/** The security log: sign-ins, refusals and changes to what protects an account. Kept for 180 days (auth/securityLog.ts). */
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ExportDetails, securityEventKinds } from '../../../contract/securityLog.ts'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

/** Contains no secrets and nothing that was typed: an address typed at sign-in may be a password. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: identity(),
    kind: text({ enum: securityEventKinds }).notNull(),
    /** The affected account; null if unknown. */
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** The person who did it, if not the account's owner. */
    actorId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** The network address of the request. */
    address: text(),
    /** An error code or a role (`SecurityEventReason`); never free text. */
    reason: text(),
    /** What was exported; null for all other kinds. Holds nothing that was typed. */
    export: jsonb().$type<ExportDetails>(),
    /** Events with the same key are counted in one row. Null for events with a row of their own. */
    repeatKey: text(),
    count: integer().notNull().default(1),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    searchText: text().notNull().generatedAlwaysAs(sql.raw(`fold_text(' ' || coalesce(address, '') || ' ' || coalesce(reason, ''))`)),
  },
  // `count` and `lastAt` are in no index, so that counting a repeat updates no index (a heap-only update).
  (row) => [
    uniqueIndex('security_events_repeat_key_key').on(row.repeatKey),
    index('security_events_user_id_first_at_index').on(row.userId, row.firstAt),
    index('security_events_actor_id_index')
      .on(row.actorId)
      .where(sql`${row.actorId} is not null`),
    index('security_events_kind_index').on(row.kind, row.firstAt, row.id),
    index('security_events_reason_index')
      .on(row.reason, row.firstAt, row.id)
      .where(sql`${row.reason} is not null`),
    index('security_events_first_at_index').on(row.firstAt, row.id),
    index('security_events_search_text_index').using('gin', sql`${row.searchText} gin_trgm_ops`),
  ],
)
