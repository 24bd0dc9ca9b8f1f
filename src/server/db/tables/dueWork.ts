/** What servers have to do, and when: work that outlives them (src/server/work/). By the database's clock. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const dueWork = pgTable(
  'due_work',
  {
    /** Who does it, and how: jobs/workKinds.ts. */
    kind: text().notNull(),
    /** What it is about; empty for what an installation does again and again. Doing it twice for one key changes nothing. */
    key: text().notNull().default(''),
    dueAt: instant().notNull(),
    /** Since it was last done. */
    attempts: integer().notNull().default(0),
    lastError: text(),
    failedAt: instant(),
    /** The server that does it now. It renews this; after a server was killed, another one takes it. */
    claimedBy: uuid(),
    claimedUntil: instant(),
    /** Of what is done again and again: when it was last done. */
    doneAt: instant(),
  },
  (work) => [primaryKey({ columns: [work.kind, work.key] }), index('due_work_due_at_index').on(work.dueAt)],
)
