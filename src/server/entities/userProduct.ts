import { and, asc, desc, eq, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { UserProduct } from '../../contract/userProduct.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { hasOwnTypeId } from '../catalogueClashes.ts'
import type { Database } from '../db/connect.ts'
import { accessories, files, firmwares, products, productUpdates, userProducts } from '../db/tables.ts'
import { formatSerialNumber } from '../formatSerialNumber.ts'
import { onlyRow } from '../onlyRow.ts'
import { userProductQuota } from '../ownershipQuotas.ts'
import { purchaseProofOf } from '../purchaseProof.ts'
import { addWithin } from '../quota.ts'

export const userProduct: HandlersOf<typeof contract.userProduct> = {
  async getUserProductsForUser({ user, db }) {
    return find(db, and(eq(userProducts.userId, user.id), not(userProducts.isDeleted)))
  },

  /**
   * One row per customer and serial: who connects a detector has it in their list, and takes it from nobody else's (a loan, a sale). Where
   * old data has several products of its type, none of them is guessed, not even the one that it was listed as: that was a guess too.
   */
  async getOrCreate({ body, user, now, db }) {
    const [product] = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.typeId, body.productTypeId), hasOwnTypeId(db)))
      .limit(1)
    if (product === undefined) throw new AppError('resource.not.found')
    const told = { ...body, productId: product.id, isDeleted: false }
    const saved = await db.transaction((transaction) =>
      addWithin(transaction, user.id, [userProductQuota], () =>
        transaction
          .insert(userProducts)
          .values({ ...told, userId: user.id, createdAt: now })
          .onConflictDoUpdate({ target: [userProducts.userId, userProducts.serialNumber], set: told })
          .returning({ id: userProducts.id }),
      ),
    )
    return onlyRow(await find(db, eq(userProducts.id, onlyRow(saved).id)))
  },

  /** Its coils stay, on no detector: they have a warranty of their own. */
  async delete({ params, user, db }) {
    await db.transaction(async (transaction) => {
      const isOwn = and(eq(userProducts.id, params.id), eq(userProducts.userId, user.id), not(userProducts.isDeleted))
      const [deleted] = await transaction.update(userProducts).set({ isDeleted: true }).where(isOwn).returning({ id: userProducts.id })
      if (deleted === undefined) throw new AppError('resource.not.found')
      await transaction.update(accessories).set({ userProductId: null }).where(eq(accessories.userProductId, deleted.id))
    })
    return {}
  },
}

/** Newest first. */
async function find(db: Database, which: SQL | undefined): Promise<UserProduct[]> {
  const current = currentFirmwares(db, which)
  const rows = await db
    .select({
      row: userProducts,
      product: products,
      proof: files,
      current: { id: current.id, versionName: current.versionName, language: current.language },
    })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(current, eq(current.userProductId, userProducts.id))
    .leftJoin(files, eq(files.id, userProducts.purchaseProofFileId))
    .where(which)
    .orderBy(desc(userProducts.createdAt), desc(userProducts.id))
    .limit(listRowsMax)
  const coils = await findCoils(
    db,
    rows.map(({ row }) => row.id),
  )
  return rows.map((row) => answer(row, coils))
}

async function findCoils(db: Database, userProductIds: readonly number[]): Promise<Coil[]> {
  return db
    .select({
      id: accessories.id,
      name: accessories.name,
      serialNumber: accessories.serialNumber,
      userProductId: accessories.userProductId,
    })
    .from(accessories)
    .where(and(inArray(accessories.userProductId, [...userProductIds]), not(accessories.isDeleted)))
    .orderBy(asc(accessories.name), desc(accessories.id))
}

type Row = {
  readonly row: typeof userProducts.$inferSelect
  readonly product: typeof products.$inferSelect
  readonly proof: typeof files.$inferSelect | null
  readonly current: UserProduct['currentFirmware']
}
type Coil = Pick<typeof accessories.$inferSelect, 'id' | 'name' | 'serialNumber' | 'userProductId'>

function answer({ row, product, proof, current }: Row, coils: readonly Coil[]): UserProduct {
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
    purchaseProof: purchaseProofOf(proof),
    startWarrantyExtension: row.startWarrantyExtension?.toISOString() ?? null,
    endWarrantyExtension: row.endWarrantyExtension?.toISOString() ?? null,
    accessories: coils
      .filter(({ userProductId }) => userProductId === row.id)
      .map(({ id, name, serialNumber }) => ({ id, name, serialNumberFormatted: formatSerialNumber(serialNumber) })),
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
