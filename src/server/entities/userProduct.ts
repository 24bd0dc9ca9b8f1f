import { and, asc, desc, eq, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { UserProduct } from '../../contract/userProduct.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { firmwares, products, productUpdates, userProducts } from '../db/tables.ts'
import { formatSerialNumber } from '../formatSerialNumber.ts'
import { onlyRow } from '../onlyRow.ts'

export const userProduct: HandlersOf<typeof contract.userProduct> = {
  async getUserProductsForUser({ user, db }) {
    return find(db, and(eq(userProducts.userId, user.id), not(userProducts.isDeleted)))
  },

  /** One row per customer and serial: who connects a detector has it in their list, and takes it from nobody else's (a loan, a sale). */
  async getOrCreate({ body, user, now, db }) {
    const [product] = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.typeId, body.productTypeId), not(products.isDeleted)))
      .orderBy(asc(products.id))
      .limit(1)
    if (product === undefined) throw new AppError('resource.not.found')
    const told = { ...body, productId: product.id, isDeleted: false }
    const saved = await db
      .insert(userProducts)
      .values({ ...told, userId: user.id, createdAt: now })
      .onConflictDoUpdate({ target: [userProducts.userId, userProducts.serialNumber], set: told })
      .returning({ id: userProducts.id })
    return onlyRow(await find(db, eq(userProducts.id, onlyRow(saved).id)))
  },
}

/** Newest first. */
async function find(db: Database, which: SQL | undefined): Promise<UserProduct[]> {
  const current = currentFirmwares(db, which)
  const rows = await db
    .select({
      row: userProducts,
      product: products,
      current: { id: current.id, versionName: current.versionName, language: current.language },
    })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(current, eq(current.userProductId, userProducts.id))
    .where(which)
    .orderBy(desc(userProducts.createdAt), desc(userProducts.id))
    .limit(listRowsMax)
  return rows.map(answer)
}

type Row = {
  readonly row: typeof userProducts.$inferSelect
  readonly product: typeof products.$inferSelect
  readonly current: UserProduct['currentFirmware']
}

function answer({ row, product, current }: Row): UserProduct {
  const serialNumberFormatted = formatSerialNumber(row.serialNumber)
  return {
    ...row,
    product,
    productName: product.name,
    tostring: `${product.name} ${serialNumberFormatted}`,
    serialNumberFormatted,
    currentFirmware: current,
    purchaseDate: row.purchaseDate?.toISOString() ?? null,
    startWarranty: row.startWarranty?.toISOString() ?? null,
    endWarranty: row.endWarranty?.toISOString() ?? null,
  }
}

/** For each of these user products the firmware of its last successful update. */
function currentFirmwares(db: Database, which: SQL | undefined) {
  const ids = db.select({ id: userProducts.id }).from(userProducts).where(which)
  return db
    .selectDistinctOn([productUpdates.userProductId], {
      userProductId: productUpdates.userProductId,
      id: sql<number>`${firmwares.id}`.mapWith(firmwares.id).as('current_firmware_id'),
      versionName: firmwares.versionName,
      language: firmwares.language,
    })
    .from(productUpdates)
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .where(and(productUpdates.success, inArray(productUpdates.userProductId, ids)))
    .orderBy(productUpdates.userProductId, desc(productUpdates.date), desc(productUpdates.id))
    .as('current')
}
