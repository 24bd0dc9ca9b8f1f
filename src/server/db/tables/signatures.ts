/** What is signed of releases (docs/releases.md, "Signatures"). No key is here: each row can be shown to anybody. */
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Catalogue } from '../../../contract/signatures/catalogue.ts'
import { instant, reference } from './columns.ts'
import { releases } from './releases.ts'

/** The roots after the one in the build, each signed by the keys of the one before. */
export const releaseRoots = pgTable('release_roots', {
  version: integer().primaryKey(),
  /** Compact JWSs with the same payload. */
  documents: text().array().notNull(),
  addedAt: instant().notNull(),
})

/** What a release key has signed of a release, as it was then. */
export const releaseStatements = pgTable('release_statements', {
  releaseId: reference()
    .primaryKey()
    .references(() => releases.id, { onDelete: 'cascade' }),
  documents: text().array().notNull(),
  /** What catalogues name it by (contract/signatures/signed.ts). */
  digest: text().notNull(),
  signedAt: instant().notNull(),
})

/** The newest catalogue of each product, by its type number. */
export const signedCatalogues = pgTable('signed_catalogues', {
  typeId: integer().primaryKey(),
  /** Only grows, also after a restored backup: it is at least the seconds of the database's clock. */
  number: bigint({ mode: 'number' }).notNull(),
  /** What it says, to tell whether that has changed. */
  releases: jsonb().$type<Catalogue['releases']>().notNull(),
  documents: text().array().notNull(),
  issuedAt: instant().notNull(),
})
