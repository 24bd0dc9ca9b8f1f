/** What customers own: detectors, coils, updates. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { browserFamilies, firmwareAfterFailure, updateErrorTypes } from '../../../contract/rules.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { files, firmwares, products } from './firmware.ts'
import { users } from './people.ts'

/** One detector of one customer. Its firmware is not stored; it follows from its updates (userProduct/firmwareState.ts). */
export const userProducts = pgTable(
  'user_products',
  {
    id: identity(),
    userId: partOf(() => users.id),
    productId: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    /** 10 upper-case hexadecimal digits. */
    serialNumber: text().notNull(),
    materialVersion: smallint().notNull(),
    protocolVersion: smallint().notNull(),
    productTypeId: integer().notNull(),
    electronicBoardSerial: text(),
    /** What its owner calls it. */
    nickname: text(),
    purchaseDate: instant(),
    purchaseProofFileId: reference().references(() => files.id, { onDelete: 'set null' }),
    startWarranty: instant(),
    endWarranty: instant(),
    startWarrantyExtension: instant(),
    endWarrantyExtension: instant(),
    createdAt: instant().notNull().defaultNow(),
    /** The interrupted product update after which the owner confirmed that the detector works. An id, because computers' clocks differ. */
    confirmedUpdateId: reference(),
    /** Deleted rows keep their updates for statistics. Connecting the detector again restores the row. */
    isDeleted: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('user_products_user_id_serial_number_key').on(row.userId, row.serialNumber),
    index('user_products_product_id_index').on(row.productId),
    index('user_products_serial_number_index').on(row.serialNumber),
    // Without this index, every deleted file would cause a scan of the whole table for references.
    index('user_products_purchase_proof_file_id_index')
      .on(row.purchaseProofFileId)
      .where(sql`${row.purchaseProofFileId} is not null`),
    // Staff search for owners by part of a serial number.
    index('user_products_serial_number_parts_index').using('gin', sql`${row.serialNumber} gin_trgm_ops`),
  ],
)

/** A coil, identified by the serial number that its detector reports. `coilSerial` is the one printed on it. */
export const accessories = pgTable(
  'accessories',
  {
    id: identity(),
    userId: partOf(() => users.id),
    userProductId: reference().references(() => userProducts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** 10 upper-case hexadecimal digits if a detector reported it. For a coil registered by hand, the `coilSerial` at that time. */
    serialNumber: text().notNull(),
    accessoryTypeId: smallint().notNull(),
    coilSerial: text(),
    purchaseDate: instant(),
    purchaseProofFileId: reference().references(() => files.id, { onDelete: 'set null' }),
    startWarrantyExtension: instant(),
    endWarrantyExtension: instant(),
    createdAt: instant().notNull().defaultNow(),
    isDeleted: boolean().notNull().default(false),
    /** When its owner was reminded that its warranty can be extended. */
    extensionRemindedAt: instant(),
  },
  (row) => [
    uniqueIndex('accessories_user_id_serial_number_key').on(row.userId, row.serialNumber),
    index('accessories_user_product_id_index').on(row.userProductId),
    index('accessories_purchase_proof_file_id_index')
      .on(row.purchaseProofFileId)
      .where(sql`${row.purchaseProofFileId} is not null`),
    index('accessories_serial_number_parts_index').using('gin', sql`${row.serialNumber} gin_trgm_ops`),
    index('accessories_coil_serial_parts_index').using('gin', sql`${row.coilSerial} gin_trgm_ops`),
  ],
)

/** One attempt to install a firmware. `success` is null until it is reported. The change log shown is the firmware's. */
export const productUpdates = pgTable(
  'product_updates',
  {
    id: identity(),
    userProductId: partOf(() => userProducts.id),
    firmwareId: reference()
      .notNull()
      .references(() => firmwares.id, { onDelete: 'restrict' }),
    /** When it began, by the server's clock, as far as that is known. */
    date: instant().notNull().defaultNow(),
    /** `date` as the page sent it, by its computer's clock: the same record sent again has the same. Null where none was sent. */
    sentDate: instant(),
    /** The bounds of `date`; null where it is certain (productUpdate/beginning.ts). */
    beganFrom: instant(),
    beganBy: instant(),
    success: boolean(),
    errorType: text({ enum: updateErrorTypes }),
    /** What is on the detector after an update that has not succeeded; null if not reported. */
    firmwareAfter: text({ enum: firmwareAfterFailure }),
    reportedAt: instant(),
    /** Of a simulated detector, as its page says: no proof that a firmware works. */
    isSimulated: boolean().notNull().default(false),
    /** The number of its page's build and the browser, as the page says; null where it does not. */
    appBuild: integer(),
    browser: text({ enum: browserFamilies }),
  },
  (row) => [
    index('product_updates_user_product_id_date_index').on(row.userProductId, row.date),
    index('product_updates_firmware_id_index').on(row.firmwareId),
    index('product_updates_date_index').on(row.date),
    // Erased detectors whose update has no result are few, and staff ask for them.
    index('product_updates_erased_open_index')
      .on(row.userProductId)
      .where(sql`${row.success} is null and ${row.firmwareAfter} = 'none'`),
    // A failure has a cause, and nothing else does.
    check('product_updates_error_type_check', sql`(${row.success} is false) = (${row.errorType} is not null)`),
  ],
)

/** What the pages of updates say while these run. A table of its own: each write to `product_updates` is counted (`count_product_updates`). */
export const updateLeases = pgTable('update_leases', {
  productUpdateId: reference()
    .primaryKey()
    .references(() => productUpdates.id, { onDelete: 'cascade' }),
  /** By the database's clock. */
  heardAt: instant().notNull(),
  percent: smallint(),
  /** When its owner got a mail that it may be unfinished (entities/userProduct/remindUnfinished.ts); null if none was due. */
  remindedAt: instant(),
})
