import { and, eq, inArray, isNull } from 'drizzle-orm'
import { single } from '../../db/single.ts'
import { accessories, products, userProducts } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import type { OwnedKind } from '../../accounts/ownedRecord.ts'

/** Its coils stay without a detector, because they have their own warranty. */
export const detectorKind: OwnedKind = {
  table: userProducts,
  deletion: { action: 'deleteDetector', event: 'detectorDeleted' },
  restoration: { action: 'restoreDetector', event: 'detectorRestored' },

  async nameOf(db, id) {
    const { serialNumber } = userProducts
    const isProduct = eq(products.id, userProducts.productId)
    const rows = await db
      .select({ name: products.name, serialNumber })
      .from(userProducts)
      .innerJoin(products, isProduct)
      .where(eq(userProducts.id, id))
    const row = single(rows)
    return `${row.name} ${formatSerialNumber(row.serialNumber)}`
  },

  async remove(db, id) {
    await db.update(userProducts).set({ isDeleted: true }).where(eq(userProducts.id, id))
    const coils = await db
      .update(accessories)
      .set({ userProductId: null })
      .where(eq(accessories.userProductId, id))
      .returning({ id: accessories.id })
    return coils.map((coil) => coil.id)
  },

  async restore(db, id, coilIds) {
    await db.update(userProducts).set({ isDeleted: false }).where(eq(userProducts.id, id))
    // Another detector may list them by now.
    const isFree = and(inArray(accessories.id, [...coilIds]), isNull(accessories.userProductId))
    await db.update(accessories).set({ userProductId: id }).where(isFree)
  },
}
