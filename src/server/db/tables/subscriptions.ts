import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, instant, partOf } from './columns.ts'
import { users } from './people.ts'

/** Every premium subscription to the companion app that a user has had. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: identity(),
    userId: partOf(() => users.id),
    name: text().notNull(),
    start: instant().notNull(),
    end: instant().notNull(),
  },
  (row) => [
    index('subscriptions_user_id_index').on(row.userId),
    // For the dashboard: who became a subscriber, and who ceased to be one.
    index('subscriptions_start_index').on(row.start, row.end),
    index('subscriptions_end_index').on(row.end, row.start),
  ],
)
