/** State of signing in: counters of tries, and single-use secrets. All of it expires (jobs/purgeExpired.ts). */
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { factorKinds, signInMethods } from '../../../contract/rules.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { users } from './people.ts'

/** Recent uses of each rate limit, such as wrong guesses or requested codes (limits/rateLimit.ts). Its first name, budgets, stays. */
export const rateLimits = pgTable(
  'budgets',
  {
    /** The limit's name and who is counted: "sms codes an hour:12". */
    key: text().primaryKey(),
    /** When each use happened, oldest first. */
    takenAt: instant().array().notNull(),
    /** The uses whose guess is still being checked (limits/guessLimit.ts). */
    checking: instant()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When the newest use no longer counts. */
    expiresAt: instant().notNull(),
  },
  (row) => [index('budgets_expires_at_index').on(row.expiresAt)],
)

/** Wrong passwords by the name that was typed. Unknown names are counted too, because a lock must not reveal who has an account. */
export const signInLocks = pgTable(
  'sign_in_locks',
  {
    /**
     * SHA-256 in hexadecimal of the user name, because people type passwords there by mistake; or of a trusted device's secret, because
     * such a browser has its own counter.
     */
    nameHash: text().primaryKey(),
    /** Since the last lock or success. Includes tries that are still being checked. */
    failures: smallint().notNull(),
    /** Consecutive locks; each lasts twice as long as the one before. */
    locks: smallint().notNull(),
    lockedUntil: instant(),
    lastTriedAt: instant().notNull(),
    /** When the tries that are still being checked began (limits/guessLimit.ts). */
    checking: instant()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (row) => [index('sign_in_locks_last_tried_at_index').on(row.lastTriedAt)],
)

/** Browsers that have signed in to an account before, or in which its owner chose the password. Strangers cannot lock them out (auth/trustedDevice.ts). */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: identity(),
    userId: partOf(() => users.id),
    /** SHA-256 of the cookie's secret in hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    /** The last sign-in with this device, or the choice of the password. */
    lastUsedAt: instant().notNull(),
    /** False where a password was chosen, and nobody has passed all steps of a sign-in since. */
    hasSignedIn: boolean().notNull().default(true),
  },
  (row) => [
    uniqueIndex('trusted_devices_token_hash_key').on(row.tokenHash),
    index('trusted_devices_user_id_index').on(row.userId),
    index('trusted_devices_last_used_at_index').on(row.lastUsedAt),
  ],
)

/** The last code sent to a user by SMS. A new code replaces it; a used one is deleted. */
export const smsCodes = pgTable('sms_codes', {
  userId: reference()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** argon2id, because there are only a million codes and a fast hash could be reversed. */
  codeHash: text().notNull(),
  tries: smallint().notNull().default(0),
  expiresAt: instant().notNull(),
})

export const grantProofs = ['sms', ...factorKinds] as const

/** Permission to sign in once without another code, held by a cookie. */
export const signInGrants = pgTable(
  'sign_in_grants',
  {
    id: identity(),
    userId: partOf(() => users.id),
    /** SHA-256 of the cookie's secret in hexadecimal. */
    tokenHash: text().notNull(),
    /** The session family that the new sign-in replaces, if a signed-in person changed the password. */
    replacesFamilyId: uuid(),
    /** What was checked besides the password; null for a change of it. */
    proof: text({ enum: grantProofs }),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('sign_in_grants_token_hash_key').on(row.tokenHash),
    index('sign_in_grants_user_id_index').on(row.userId),
    index('sign_in_grants_expires_at_index').on(row.expiresAt),
  ],
)

/** How and when somebody last proved who they are in each sign-in. Beside the sessions, whose rows follow one another. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** Of its sessions. */
    familyId: uuid().primaryKey(),
    userId: partOf(() => users.id),
    method: text({ enum: signInMethods }).notNull(),
    /** The browser, as the account knows it; null where that was forgotten, as with a new password. */
    deviceId: reference().references(() => trustedDevices.id, { onDelete: 'set null' }),
    /** The sign-in itself, or the last factor since (contract/effects.ts). */
    provedAt: instant().notNull(),
  },
  (row) => [index('sign_ins_user_id_index').on(row.userId), index('sign_ins_device_id_index').on(row.deviceId)],
)

export const mailedTokenPurposes = ['validateAccount', 'resetPassword', 'invitation', 'confirmUsername', 'restoreContact'] as const

/** Secrets in mailed links. Using one deletes it and the user's others of that purpose and address. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    id: identity(),
    userId: partOf(() => users.id),
    purpose: text({ enum: mailedTokenPurposes }).notNull(),
    /** The address it was mailed to; the token confirms no other. A token without an address opens nothing. */
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
