/** New addresses and phones that wait for confirmation, and the previous ones. All expire (jobs/purgeExpired.ts). */
import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant, partOf, reference } from './columns.ts'
import { users } from './people.ts'

/** The new sign-in address of an account, until its owner follows the mailed link. It is not reserved. */
export const pendingUsernames = pgTable(
  'pending_usernames',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: text().notNull(),
    /** The staff member who requested it; null if the account's owner did. */
    requestedById: reference().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant().notNull(),
  },
  (row) => [
    index('pending_usernames_requested_by_id_index').on(row.requestedById),
    index('pending_usernames_expires_at_index').on(row.expiresAt),
  ],
)

/** The new phone of an account, until the code sent to it is entered. */
export const pendingPhones = pgTable(
  'pending_phones',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    phonePrefix: text().notNull(),
    phoneNumber: text().notNull(),
    /** argon2id of the last code sent; null until it is sent. */
    codeHash: text(),
    tries: smallint().notNull().default(0),
    codeExpiresAt: instant(),
    expiresAt: instant().notNull(),
  },
  (row) => [index('pending_phones_expires_at_index').on(row.expiresAt)],
)

/**
 * The address and phone before a change, as long as the change can be undone. Until then nobody else gets the address; the unique index and
 * the account's row lock decide who comes first. A lower id is an earlier state of the account.
 */
export const formerContacts = pgTable(
  'former_contacts',
  {
    id: identity(),
    userId: partOf(() => users.id),
    username: text().notNull(),
    phonePrefix: text().notNull(),
    phoneNumber: text().notNull(),
    /** Of the first change that undoing this one undoes. */
    changedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('former_contacts_username_key').on(row.username),
    index('former_contacts_user_id_index').on(row.userId),
    index('former_contacts_expires_at_index').on(row.expiresAt),
  ],
)
