/** The keys that sign access tokens. */
import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The ring (keys/keyRing.ts). In no backup: a stolen one must sign nothing. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    /** Stands in the header of the tokens that it signed (`kid`). */
    id: text().primaryKey(),
    /** Encrypted by a secret that is not in the database (keys/wrapKey.ts). */
    wrappedKey: text().notNull(),
    createdAt: instant().notNull(),
    /** Since when it only verifies; null for the one that signs. */
    retiredAt: instant(),
  },
  (key) => [
    uniqueIndex('signing_keys_current_key')
      .on(sql`(${key.retiredAt} is null)`)
      .where(sql`${key.retiredAt} is null`),
  ],
)
