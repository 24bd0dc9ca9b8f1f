/** The security log: sign-ins and refusals, and changes to what an account is protected by. Kept 180 days (forgetExpired.ts). */
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
    /** The account concerned; null where nobody's is known. */
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** Who did it, where it was not the account's owner. */
    actorId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** The network address that the request came from. */
    address: text(),
    /** An error code, or another fixed word; never free text. */
    reason: text(),
    /** The same for all that is counted in one row: repeats of a refusal within an hour. Null for what is listed one by one. */
    repeatKey: text(),
    count: integer().notNull().default(1),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('security_events_repeat_key_key').on(row.repeatKey),
    index('security_events_user_id_index').on(row.userId, row.id),
    index('security_events_last_at_index').on(row.lastAt),
  ],
)
