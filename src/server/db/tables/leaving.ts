/** People who take their data along, and accounts that wait for their deletion (docs/security.md, 49). */
import { index, pgTable } from 'drizzle-orm/pg-core'
import { identity, instant, partOf, reference } from './columns.ts'
import { files } from './firmware.ts'
import { users } from './people.ts'

/** Archives of one person's data. In no backup; deleted when they expire (jobs/purgeExpired.ts). */
export const dataExports = pgTable(
  'data_exports',
  {
    id: identity(),
    userId: partOf(() => users.id),
    /** The member of staff who asked for it; null if the person did. */
    requestedById: reference().references(() => users.id, { onDelete: 'set null' }),
    requestedAt: instant().notNull(),
    /** Null until it is made. */
    fileId: reference().references(() => files.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (row) => [
    index('data_exports_user_id_index').on(row.userId, row.id),
    index('data_exports_requested_by_id_index').on(row.requestedById),
    index('data_exports_file_id_index').on(row.fileId),
    index('data_exports_expires_at_index').on(row.expiresAt),
  ],
)

/** Until `dueAt` it can be cancelled; then the account is erased (due work, kind `eraseAccount`). */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The member of staff who asked for it; null if the person did. */
    requestedById: reference().references(() => users.id, { onDelete: 'set null' }),
    requestedAt: instant().notNull(),
    dueAt: instant().notNull(),
    /** From then on it is done and can no longer be cancelled. */
    begunAt: instant(),
  },
  (row) => [index('account_deletions_requested_by_id_index').on(row.requestedById)],
)
