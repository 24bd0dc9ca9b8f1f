/** Addresses and phones on their way into an account, and those it just left. All of it expires by itself (forgetExpired.ts). */
import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

/** The address that an account is to sign in with once its owner has followed the mailed link. It reserves nothing. */
export const pendingUsernames = pgTable(
  'pending_usernames',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: text().notNull(),
    /** The member of staff who asked for it; null where it was the account's owner. */
    requestedById: reference().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant().notNull(),
  },
  (row) => [
    index('pending_usernames_requested_by_id_index').on(row.requestedById),
    index('pending_usernames_expires_at_index').on(row.expiresAt),
  ],
)

/** The phone that is to get an account's codes once the code that was sent to it has been given. */
export const pendingPhones = pgTable(
  'pending_phones',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    phonePrefix: text().notNull(),
    phoneNumber: text().notNull(),
    /** argon2id of the code last sent; null before it leaves. */
    codeHash: text(),
    tries: smallint().notNull().default(0),
    codeExpiresAt: instant(),
    expiresAt: instant().notNull(),
  },
  (row) => [index('pending_phones_expires_at_index').on(row.expiresAt)],
)

/**
 * What an account was reached by before a change, for as long as the change can be undone. Until then nobody else gets the address: the
 * unique index and the account's own row lock decide who comes first. A lower id is an earlier state of the account.
 */
export const formerContacts = pgTable(
  'former_contacts',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: text().notNull(),
    phonePrefix: text().notNull(),
    phoneNumber: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('former_contacts_username_key').on(row.username),
    index('former_contacts_user_id_index').on(row.userId),
    index('former_contacts_expires_at_index').on(row.expiresAt),
  ],
)
