/** The security log: sign-ins and refusals, and changes to what protects an account. Kept 180 days (securityLog.ts). */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { securityEventKinds } from '../../../contract/securityLog.ts'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

/** No secret and nothing that was typed: an address typed at sign-in may be a password. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: identity(),
    kind: text({ enum: securityEventKinds }).notNull(),
    /** The account concerned; null where it is not known. */
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** Who did it, where it was not the account's owner. */
    actorId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** The network address that the request came from. */
    address: text(),
    /** An error code or a role (`SecurityEventReason`); never free text. */
    reason: text(),
    /** The same for all that is counted in one row. Null for what is listed one by one. */
    repeatKey: text(),
    count: integer().notNull().default(1),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    searchText: text().notNull().generatedAlwaysAs(sql.raw(`fold_text(' ' || coalesce(address, '') || ' ' || coalesce(reason, ''))`)),
  },
  // `count` and `lastAt` are in no index: PostgreSQL then counts a repeat without touching any (a heap-only update).
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
