/** What the server keeps of the ways in: what was tried, and the secrets that open a door once. All of it ends by itself (forgetExpired.ts). */
import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

/** How often something was done lately: an address that guesses, a code that is asked for (budget.ts). */
export const rateLimits = pgTable(
  'budgets',
  {
    /** What is counted and for whom: "sms code:12". */
    key: text().primaryKey(),
    /** When it was done, the oldest first. */
    takenAt: instant().array().notNull(),
    /** Those of them whose guess is still being checked (reservation.ts). */
    checking: instant()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When the last of them no longer counts. */
    expiresAt: instant().notNull(),
  },
  (row) => [index('budgets_expires_at_index').on(row.expiresAt)],
)

/** Guesses at a password by the name that was typed, whether anybody has it or not: a lock must not tell who has an account. */
export const signInLocks = pgTable(
  'sign_in_locks',
  {
    /**
     * SHA-256 in hexadecimal of the user name (what is typed there by mistake may be a password), or of a trusted device's secret: such a
     * browser has a counter of its own.
     */
    nameHash: text().primaryKey(),
    /** Since the last lock or the last success, those still being checked included. */
    failures: smallint().notNull(),
    /** Locks in a row; each is twice as long as the one before. */
    locks: smallint().notNull(),
    lockedUntil: instant(),
    lastTriedAt: instant().notNull(),
    /** When the tries that are still being checked began (reservation.ts). */
    checking: instant()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (row) => [index('sign_in_locks_last_tried_at_index').on(row.lastTriedAt)],
)

/** Browsers that have signed in to an account: strangers cannot lock them out (trustedDevice.ts). */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's secret in hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    /** The last sign-in with it. */
    lastUsedAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('trusted_devices_token_hash_key').on(row.tokenHash),
    index('trusted_devices_user_id_index').on(row.userId),
    index('trusted_devices_last_used_at_index').on(row.lastUsedAt),
  ],
)

/** The code last sent to a user by SMS. A new one replaces it; a used one is deleted. */
export const smsCodes = pgTable('sms_codes', {
  userId: reference()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** argon2id: a million codes are few, and a fast hash of one would be no secret. */
  codeHash: text().notNull(),
  tries: smallint().notNull().default(0),
  expiresAt: instant().notNull(),
})

/** The right to sign in once without another code, held by a cookie. */
export const signInGrants = pgTable(
  'sign_in_grants',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's secret in hexadecimal. */
    tokenHash: text().notNull(),
    /** The sign-in that the new one takes the place of, where a signed-in person changed their password. */
    replacesFamilyId: uuid(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('sign_in_grants_token_hash_key').on(row.tokenHash),
    index('sign_in_grants_user_id_index').on(row.userId),
    index('sign_in_grants_expires_at_index').on(row.expiresAt),
  ],
)

export const mailedTokenPurposes = ['validateAccount', 'resetPassword', 'confirmUsername', 'restoreContact'] as const

/** The secrets in mailed links. A used one is deleted, and with it the user's others of that purpose and address. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: mailedTokenPurposes }).notNull(),
    /** Where it was mailed to: it proves that address and no other. Null opens nothing. */
    address: text(),
    /** SHA-256 of the token in hexadecimal. */
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('mailed_tokens_token_hash_key').on(row.tokenHash),
    index('mailed_tokens_user_id_index').on(row.userId),
    index('mailed_tokens_expires_at_index').on(row.expiresAt),
  ],
)
