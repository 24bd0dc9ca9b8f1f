/** What people sign in with besides their password. In every backup: what is secret in it opens with SECRET_KEY only, which no backup has. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { enrolledKinds } from '../../../contract/rules.ts'
import { identity, instant, partOf } from './columns.ts'
import { users } from './people.ts'

const ofUser = () => partOf(() => users.id)

/** Passkeys and authenticator apps; each has its own columns, and null in those of the other. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: identity(),
    userId: ofUser(),
    kind: text({ enum: enrolledKinds }).notNull(),
    /** As its owner typed it. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
    /** Of a passkey, base64url, as the next two. */
    credentialId: text(),
    /** COSE. */
    publicKey: text(),
    /** How often it has signed, as it counts itself; 0 for one that does not count. A lower number than before is a copy. */
    signCount: bigint({ mode: 'number' }),
    /** How browsers reach it. */
    transports: text().array(),
    /** Of an authenticator app, encrypted (keys/factorVault.ts). */
    wrappedSecret: text(),
    /** The 30 seconds, counted from 1970, of the last code that served: it and those before serve no more. */
    lastStep: bigint({ mode: 'number' }),
  },
  (factor) => [
    index('second_factors_user_id_index').on(factor.userId),
    uniqueIndex('second_factors_credential_id_key').on(factor.credentialId),
    check(
      'second_factors_kind_check',
      sql`case ${factor.kind} when 'passkey' then ${factor.credentialId} is not null and ${factor.publicKey} is not null and ${factor.signCount} is not null
        else ${factor.wrappedSecret} is not null end`,
    ),
  ],
)

/** Those that have not been used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    /** SHA-256 in hexadecimal: 80 random bits cannot be guessed. */
    codeHash: text().notNull(),
    createdAt: instant().notNull(),
  },
  (code) => [primaryKey({ columns: [code.userId, code.codeHash] })],
)

/** Why staff have removed somebody's factors: both get it by mail. */
export const factorResets = pgTable('factor_resets', {
  id: identity(),
  userId: ofUser(),
  actorId: ofUser(),
  reason: text().notNull(),
  createdAt: instant().notNull(),
})

/** Challenges that a passkey has answered, and setups of apps: each serves once. It says itself until when it would (auth/factors/challenges.ts). */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    /** SHA-256 in hexadecimal. */
    challengeHash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (row) => [index('spent_challenges_expires_at_index').on(row.expiresAt)],
)
