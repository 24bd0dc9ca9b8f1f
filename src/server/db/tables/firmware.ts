/** What the maker publishes: products, firmwares, who may see beta versions, and the files. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { offeredStates, releaseStates } from '../../../contract/releaseStates.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { users } from './people.ts'
import { releases } from './releases.ts'

const fileKinds = ['firmware', 'purchaseProof', 'newsImage', 'rallyZone', 'dataExport'] as const

/** Names stored bytes. Several rows may share the same bytes, because storage uses `sha256` as the address. */
export const files = pgTable(
  'files',
  {
    id: identity(),
    /** The name at upload, for downloads; never a path on this machine. */
    filename: text().notNull(),
    /** Lower-case hexadecimal. */
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: fileKinds }).notNull(),
    mediaType: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** Of a picture as proof of purchase: what its camera had noted was taken out (jobs/stripProofs.ts). */
    isStripped: boolean().notNull().default(false),
  },
  (file) => [index('files_sha256_index').on(file.sha256)],
)

/** A detector model. Its detectors report `typeId` as productTypeId; `typeName` is the family (specification, section 3). */
export const products = pgTable(
  'products',
  {
    id: identity(),
    name: text().notNull(),
    typeName: text().notNull(),
    typeId: integer().notNull(),
    isDeleted: boolean().notNull().default(false),
  },
  (product) => [
    uniqueIndex('products_name_key')
      .on(sql`lower(${product.name})`)
      .where(sql`not ${product.isDeleted}`),
    index('products_type_id_index').on(product.typeId),
  ],
)

export const firmwares = pgTable(
  'firmwares',
  {
    id: identity(),
    releaseId: reference()
      .notNull()
      .references(() => releases.id, { onDelete: 'restrict' }),
    /** Written with `versionKey`, by `versionColumns`. */
    versionName: text().notNull(),
    language: text().notNull(),
    releaseDate: instant().notNull().defaultNow(),
    isDeleted: boolean().notNull().default(false),
    /** While it is deleted: what its release was then, narrowed and ended since like the others (`narrowed`). Null while it lives. */
    deletedState: text({ enum: releaseStates }),
    deletedReach: text({ enum: offeredStates }),
    /** Markdown. */
    changeLog: text(),
    fileId: reference()
      .notNull()
      .references(() => files.id, { onDelete: 'restrict' }),
    /** What was unusual about its file when it came, by kind (contract/firmwareFile.ts); null if nothing was. */
    unusual: text().array(),
    /** Whether somebody has typed the version to confirm that. */
    isUnusualConfirmed: boolean().notNull().default(false),
    /** By its bytes, versions are in their order: 5.9, 5.10-beta1, 5.10, 5.10 bis (versionKeys.ts). */
    versionKey: text().notNull(),
  },
  (firmware) => [index('firmwares_release_id_index').on(firmware.releaseId)],
)

export const firmwareProducts = pgTable(
  'firmware_products',
  {
    firmwareId: partOf(() => firmwares.id),
    productId: partOf(() => products.id),
  },
  (row) => [primaryKey({ columns: [row.productId, row.firmwareId] }), index('firmware_products_firmware_id_index').on(row.firmwareId)],
)

export const betaGroups = pgTable(
  'beta_groups',
  {
    id: identity(),
    name: text().notNull(),
    isDeleted: boolean().notNull().default(false),
  },
  (group) => [
    uniqueIndex('beta_groups_name_key')
      .on(sql`lower(${group.name})`)
      .where(sql`not ${group.isDeleted}`),
  ],
)

/** A beta firmware is offered only to users of these groups. */
export const firmwareBetaGroups = pgTable(
  'firmware_beta_groups',
  {
    firmwareId: partOf(() => firmwares.id),
    betaGroupId: partOf(() => betaGroups.id),
  },
  (row) => [
    primaryKey({ columns: [row.firmwareId, row.betaGroupId] }),
    index('firmware_beta_groups_beta_group_id_index').on(row.betaGroupId),
  ],
)

export const betaGroupUsers = pgTable(
  'beta_group_users',
  {
    betaGroupId: partOf(() => betaGroups.id),
    userId: partOf(() => users.id),
  },
  (row) => [primaryKey({ columns: [row.userId, row.betaGroupId] }), index('beta_group_users_beta_group_id_index').on(row.betaGroupId)],
)
