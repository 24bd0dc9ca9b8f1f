/** One action on many users (entities/userBatch/). Kept for 90 days; what it changed is in the audit trail. */
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { batchKinds, batchStates, leftOutReasons } from '../../../contract/userBatch.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { betaGroups } from './firmware.ts'
import { users } from './people.ts'

export const userBatches = pgTable(
  'user_batches',
  {
    id: identity(),
    kind: text({ enum: [...batchKinds, 'undo'] }).notNull(),
    /** Of `addToGroup`, and of what undoes it. */
    betaGroupId: reference().references(() => betaGroups.id, { onDelete: 'cascade' }),
    startedBy: partOf(() => users.id),
    startedAt: instant().notNull(),
    /** The network address of the request, for the security log. */
    address: text().notNull(),
    /** Whether the person who started it had a fresh sign-in then. */
    hasFreshSignIn: boolean().notNull().default(false),
    state: text({ enum: batchStates }).notNull().default('running'),
    /** Of `undo`. */
    undoOf: reference(),
  },
  (row) => [
    index('user_batches_started_by_index').on(row.startedBy, row.id),
    index('user_batches_beta_group_id_index')
      .on(row.betaGroupId)
      .where(sql`${row.betaGroupId} is not null`),
    uniqueIndex('user_batches_undo_of_key').on(row.undoOf),
  ],
)

/** Each user of a batch. The outcome is written in the transaction of the change itself. */
export const userBatchRows = pgTable(
  'user_batch_rows',
  {
    batchId: partOf(() => userBatches.id),
    userId: partOf(() => users.id),
    /** `skipped`: nothing to do. `refused`: not allowed, or not possible. */
    outcome: text({ enum: ['pending', 'done', 'skipped', 'refused'] })
      .notNull()
      .default('pending'),
    reason: text({ enum: leftOutReasons }),
    /** The entry in the user's history: with a later one, the user was changed since. */
    auditId: reference(),
  },
  (row) => [
    primaryKey({ columns: [row.batchId, row.userId] }),
    index('user_batch_rows_user_id_index').on(row.userId),
    index('user_batch_rows_pending_index')
      .on(row.batchId, row.userId)
      .where(sql`${row.outcome} = 'pending'`),
  ],
)
