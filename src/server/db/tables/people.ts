/** Who uses the portal, and what the server keeps of their signing in. */
import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
  type PgColumn,
} from 'drizzle-orm/pg-core'
import { locales, roles } from '../../../contract/rules.ts'
import { identity, instant, reference } from './columns.ts'

/** Section 3, User. Names in lists of one word, as the specification writes them; a deleted user keeps the update records and frees the name. */
export const users = pgTable(
  'users',
  {
    id: identity(),
    /** An e-mail address in lower case. */
    username: text().notNull(),
    passwordHash: text().notNull(),
    role: text({ enum: roles }).notNull().default('ROLE_CUSTOMER'),
    firstname: text().notNull(),
    lastname: text().notNull(),
    phonePrefix: text().notNull(),
    phoneNumber: text().notNull(),
    country: text().notNull(),
    distributor: text(),
    locale: text({ enum: locales }).notNull().default('en'),
    isNewsletter: boolean().notNull().default(false),
    isBetaTester: boolean().notNull().default(false),
    accountValidated: boolean().notNull().default(false),
    accountLocked: boolean().notNull().default(false),
    needsSmsCode: boolean().notNull().default(false),
    since: instant().notNull().defaultNow(),
    /** Where the account came from: the portal, the companion app or a member of staff. */
    origin: text().notNull().default('PORTAL'),
    freeTrialEndDate: instant(),
    subscriptionName: text(),
    subscriptionStart: instant(),
    subscriptionEnd: instant(),
    firstLaunch: instant(),
    lastLaunch: instant(),
    lastSync: instant(),
    /** Bytes in the companion app's cloud. */
    diskUsage: bigint({ mode: 'number' }),
    isDeleted: boolean().notNull().default(false),
    /** What staff's list sorts by and searches in, kept by the database itself: among a million users nothing may be folded at each question. */
    firstnameKey: text().notNull().generatedAlwaysAs(sql.raw('fold_text(firstname)')),
    lastnameKey: text().notNull().generatedAlwaysAs(sql.raw('fold_text(lastname)')),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql.raw(`fold_text(' ' || firstname || ' ' || lastname || ' ' || username || ' ' || phone_number)`)),
  },
  (user) => [
    uniqueIndex('users_username_key')
      .on(user.username)
      .where(sql`not ${user.isDeleted}`),
    ...listIndexes(user),
    check('users_role_check', sql.raw(`"role" in (${roles.map((role) => `'${role}'`).join(', ')})`)),
  ],
)

/**
 * One row for each refresh token ever given and not yet expired. Tokens that came from one sign-in share `familyId`; a row with `rotatedAt`
 * has been used, and seeing it again after the grace period ends its family.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    familyId: uuid().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in hexadecimal; the token itself is never stored. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** When its family's first token was given: the sign-in itself. */
    startedAt: instant().notNull().defaultNow(),
    rotatedAt: instant(),
    expiresAt: instant().notNull(),
    userAgent: text(),
  },
  (session) => [
    uniqueIndex('sessions_token_hash_key').on(session.tokenHash),
    index('sessions_family_id_index').on(session.familyId),
    index('sessions_user_id_index').on(session.userId),
    index('sessions_expires_at_index').on(session.expiresAt),
  ],
)

/** What the installation decides once and every server of it must share, such as the key that signs access tokens. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/**
 * First answers to calls that create, kept so that a replay gets the same one. `status` is null while the first is still at work.
 * A key is kept as its SHA-256 only: the request's hash is keyed with the key itself, because a request may hold a password, and a plain
 * hash of one could be guessed at.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** null where nobody is signed in, as when registering. */
    userId: reference().references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the client sent, in hexadecimal. */
    key: text().notNull(),
    /** Method and path: the same key on another call is another key's misuse. */
    call: text().notNull(),
    /** HMAC-SHA-256 of the request by the key: the same key with another body is refused. */
    requestHash: text().notNull(),
    status: smallint(),
    response: jsonb(),
    createdAt: instant().notNull().defaultNow(),
  },
  (row) => [
    unique('idempotency_keys_user_id_key_key').on(row.userId, row.key).nullsNotDistinct(),
    index('idempotency_keys_created_at_index').on(row.createdAt),
  ],
)

type ListColumn =
  | 'id'
  | 'firstnameKey'
  | 'lastnameKey'
  | 'username'
  | 'country'
  | 'role'
  | 'since'
  | 'isBetaTester'
  | 'accountValidated'
  | 'accountLocked'
  | 'searchText'
  | 'isDeleted'

/** One for each order and each filter of staff's list, so that a page is read from the index alone, and one for its search. */
function listIndexes(user: Record<ListColumn, PgColumn>) {
  const isThere = sql`not ${user.isDeleted}`
  const ordered = (name: string, key: PgColumn) =>
    index(`users_list_${name}_index`)
      .on(sql`${key} collate "C"`, user.id)
      .where(isThere)
  const rare = (name: string, isSo: SQL) =>
    index(`users_list_${name}_index`)
      .on(user.id)
      .where(sql`${isSo} and ${isThere}`)
  return [
    // With what most users have alike, so that those too are counted without a look at the rows.
    index('users_list_id_index').on(user.id, user.isBetaTester, user.accountValidated, user.accountLocked).where(isThere),
    ordered('firstname', user.firstnameKey),
    ordered('lastname', user.lastnameKey),
    ordered('username', user.username),
    ordered('country', user.country),
    index('users_list_role_index').on(user.role, user.id).where(isThere),
    index('users_list_since_index').on(user.since, user.id).where(isThere),
    rare('beta_tester', sql`${user.isBetaTester}`),
    rare('not_validated', sql`not ${user.accountValidated}`),
    rare('locked', sql`${user.accountLocked}`),
    index('users_list_deleted_index')
      .on(user.id)
      .where(sql`${user.isDeleted}`),
    index('users_search_text_index').using('gin', sql`${user.searchText} gin_trgm_ops`),
  ]
}
