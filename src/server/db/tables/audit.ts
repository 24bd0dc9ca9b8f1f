/** Who changed what. A trigger rejects changes and deletions of rows. */
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { auditActions, auditedEntities } from '../../../contract/audit.ts'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    entity: text('word', { enum: auditedEntities }).notNull(),
    recordId: reference().notNull(),
    action: text({ enum: auditActions }).notNull(),
    /** null if the installation itself did it. */
    userId: reference().references(() => users.id, { onDelete: 'restrict' }),
    date: instant().notNull(),
    /** The changed fields, by name. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (row) => [
    index('audit_entries_word_record_id_index').on(row.entity, row.recordId, row.id),
    index('audit_entries_user_id_index').on(row.userId),
    index('audit_entries_word_date_index').on(row.entity, row.date),
    index('audit_entries_user_id_date_index').on(row.userId, row.date, row.id),
    index('audit_entries_date_index').on(row.date, row.id),
  ],
)
