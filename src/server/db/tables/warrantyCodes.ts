/** Warranty codes, and the batches in which they are generated. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { accessories } from './ownership.ts'
import { users } from './people.ts'

/** Codes that were generated together, with one file. */
export const warrantyCodeBatches = pgTable(
  'warranty_code_batches',
  {
    id: identity(),
    nbCode: integer().notNull(),
    /** How many of them are inserted: fewer for a moment, or after a crash, because it is done in steps. */
    nbInserted: integer().notNull().default(0),
    isGifted: boolean().notNull(),
    createdAt: instant().notNull(),
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    /** By staff. */
    note: text().notNull().default(''),
    /** From then on, codes of the batch that are not used are void. The three are set together. */
    recalledAt: instant(),
    recalledById: reference().references(() => users.id, { onDelete: 'set null' }),
    recallReason: text(),
  },
  (row) => [
    index('warranty_code_batches_user_id_index').on(row.userId),
    index('warranty_code_batches_recalled_by_id_index').on(row.recalledById),
  ],
)

/** A code that extends one accessory's warranty, once. Used if `usedAt` is set. Product and serial number are the accessory's. */
export const warrantyCodes = pgTable(
  'warranty_codes',
  {
    id: identity(),
    /** Upper-case letters and digits. Older codes may have another form than new ones (contract/warrantyCodeFormat.ts). */
    code: text().notNull(),
    isGifted: boolean().notNull().default(false),
    /** Null for imported codes. */
    batchId: reference().references(() => warrantyCodeBatches.id, { onDelete: 'restrict' }),
    createdAt: instant().notNull().defaultNow(),
    usedAt: instant(),
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    accessoryId: reference().references(() => accessories.id, { onDelete: 'set null' }),
    startDate: instant(),
    endDate: instant(),
  },
  (row) => [
    uniqueIndex('warranty_codes_code_key').on(row.code),
    index('warranty_codes_user_id_index').on(row.userId),
    index('warranty_codes_accessory_id_index').on(row.accessoryId),
    index('warranty_codes_batch_id_index').on(row.batchId, row.id),
    // The list: beginnings of codes, its orders and its filters. Parts of codes would need an index that doubles the time of an insert.
    index('warranty_codes_code_prefix_index').on(sql`${row.code} collate "C"`),
    index('warranty_codes_start_date_index').on(row.startDate, row.id),
    index('warranty_codes_end_date_index').on(row.endDate, row.id),
    index('warranty_codes_list_index').on(row.id, row.usedAt, row.isGifted),
    index('warranty_codes_list_used_index')
      .on(row.id)
      .where(sql`${row.usedAt} is not null`),
    index('warranty_codes_list_gifted_index')
      .on(row.id)
      .where(sql`${row.isGifted}`),
    index('warranty_codes_used_of_batch_index')
      .on(row.batchId)
      .where(sql`${row.usedAt} is not null`),
  ],
)
