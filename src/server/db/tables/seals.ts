/**
 * Chains of hashes over the logs, so that a change by SQL shows (docs/security.md, 41). Written by seals/sealChains.ts, read by the doctor.
 * No foreign keys: what is missing here must be found, not prevented.
 */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, reference } from './columns.ts'

export const chains = ['audit', 'refusals', 'events'] as const
export type Chain = (typeof chains)[number]

/** `began` and `backlog`: what was there before the chain. `restored` has no entries: a backup was restored. */
const sealKinds = ['began', 'backlog', 'caughtUp', 'entries', 'restored'] as const

/** Never changed, but for `isLogged`. The oldest are removed when all that they hold has aged out; the last of them stays, as the end. */
export const seals = pgTable(
  'seals',
  {
    chain: text({ enum: chains }).notNull(),
    number: reference().notNull(),
    kind: text({ enum: sealKinds }).notNull(),
    /** The hash of the seal before; empty in the first one. */
    previous: text().notNull(),
    /** The hash of its entries (seals/seal.ts). */
    root: text().notNull(),
    count: integer().notNull(),
    /** Of its entries; in `began` of all rows that were there. */
    newestId: reference(),
    newestAt: instant(),
    madeAt: instant().notNull(),
    /** SHA-256 of all above, in hexadecimal. */
    hash: text().notNull(),
    isLogged: boolean().notNull().default(false),
  },
  (row) => [
    primaryKey({ columns: [row.chain, row.number] }),
    index('seals_unlogged_index')
      .on(row.number)
      .where(sql`not ${row.isLogged}`),
  ],
)

/** Which rows are sealed. The chain needs `kind`, `date` and `valuesHash` only: without salt and ids it is still whole. */
export const sealedEntries = pgTable(
  'sealed_entries',
  {
    chain: text({ enum: chains }).notNull(),
    entryId: reference().notNull(),
    seal: reference().notNull(),
    kind: text().notNull(),
    date: instant().notNull(),
    /** Of a security event, whose row loses them with the account. */
    userId: reference(),
    actorId: reference(),
    /** Without it nobody can guess the values from their hash. */
    salt: uuid(),
    /** SHA-256 of the salt and the row's values, in hexadecimal. */
    valuesHash: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.chain, row.entryId] }), index('sealed_entries_seal_index').on(row.chain, row.seal, row.entryId)],
)
