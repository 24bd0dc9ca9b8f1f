/** What customers own and what happened to it: detectors, coils, updates, warranty codes. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { firmwareAfterFailure, updateErrorTypes } from '../../../contract/rules.ts'
import { identity, instant, reference } from './columns.ts'
import { files, firmwares, products } from './firmware.ts'
import { users } from './people.ts'

/** One detector of one customer. What is on it is not kept: it follows from its product updates (firmwareState.ts). */
export const userProducts = pgTable(
  'user_products',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: reference()
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    /** 10 upper-case hexadecimal digits. */
    serialNumber: text().notNull(),
    materialVersion: smallint().notNull(),
    protocolVersion: smallint().notNull(),
    productTypeId: integer().notNull(),
    electronicBoardSerial: text(),
    purchaseDate: instant(),
    purchaseProofFileId: reference().references(() => files.id, { onDelete: 'set null' }),
    startWarranty: instant(),
    endWarranty: instant(),
    startWarrantyExtension: instant(),
    endWarrantyExtension: instant(),
    createdAt: instant().notNull().defaultNow(),
    /** The product update, cut off after its erase, after which the owner said that it works all the same. Computers' clocks play no part. */
    confirmedUpdateId: reference(),
    /** Deleted ones keep their updates for the statistics; connecting the detector again brings the row back. */
    isDeleted: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('user_products_user_id_serial_number_key').on(row.userId, row.serialNumber),
    index('user_products_product_id_index').on(row.productId),
    index('user_products_serial_number_index').on(row.serialNumber),
    // Else each file that goes has the whole table looked through for rows that name it.
    index('user_products_purchase_proof_file_id_index')
      .on(row.purchaseProofFileId)
      .where(sql`${row.purchaseProofFileId} is not null`),
    // Staff find owners by any part of a serial.
    index('user_products_serial_number_parts_index').using('gin', sql`${row.serialNumber} gin_trgm_ops`),
  ],
)

/** A coil, known by the serial that its detector reports; `coilSerial` is the one its owner reads on it. */
export const accessories = pgTable(
  'accessories',
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userProductId: reference().references(() => userProducts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** 10 upper-case hexadecimal digits where a detector reported it; of a coil registered by hand, its `coilSerial` of then. */
    serialNumber: text().notNull(),
    accessoryTypeId: smallint().notNull(),
    coilSerial: text(),
    purchaseDate: instant(),
    purchaseProofFileId: reference().references(() => files.id, { onDelete: 'set null' }),
    startWarrantyExtension: instant(),
    endWarrantyExtension: instant(),
    createdAt: instant().notNull().defaultNow(),
    isDeleted: boolean().notNull().default(false),
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
    userProductId: reference()
      .notNull()
      .references(() => userProducts.id, { onDelete: 'cascade' }),
    firmwareId: reference()
      .notNull()
      .references(() => firmwares.id, { onDelete: 'restrict' }),
    date: instant().notNull().defaultNow(),
    success: boolean(),
    errorType: text({ enum: updateErrorTypes }),
    /** Of one that has not succeeded, null where nobody said; of a success it says nothing, and a server from before leaves what its erase had said. */
    firmwareAfter: text({ enum: firmwareAfterFailure }),
    reportedAt: instant(),
  },
  (row) => [
    index('product_updates_user_product_id_date_index').on(row.userProductId, row.date),
    index('product_updates_firmware_id_index').on(row.firmwareId),
    index('product_updates_date_index').on(row.date),
    // A failure has its cause and nothing else has one.
    check('product_updates_error_type_check', sql`(${row.success} is false) = (${row.errorType} is not null)`),
  ],
)

/** A code that lengthens the warranty of one accessory, once. Used means `usedAt` is set; product and serial are the accessory's. */
export const warrantyCodes = pgTable(
  'warranty_codes',
  {
    id: identity(),
    code: text().notNull(),
    isGifted: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    usedAt: instant(),
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    accessoryId: reference().references(() => accessories.id, { onDelete: 'set null' }),
    startDate: instant(),
    endDate: instant(),
  },
  (row) => [
    uniqueIndex('warranty_codes_code_key').on(row.code),
    index('warranty_codes_user_id_index').on(row.userId),
    index('warranty_codes_accessory_id_index').on(row.accessoryId),
  ],
)
