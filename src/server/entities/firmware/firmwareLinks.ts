/** The products that a firmware belongs to. */
import { and, eq, exists, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { Choice } from '../../../contract/crud.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, products } from '../../db/tables.ts'
import { assertAllExist } from '../../records/assertAllExist.ts'
import { foldedOrder } from '../../records/foldText.ts'

/** For several firmwares at once, by name. */
export async function findProducts(db: Database, firmwareIds: readonly number[]): Promise<(Choice & { firmwareId: number })[]> {
  return db
    .select({ firmwareId: firmwareProducts.firmwareId, id: products.id, tostring: products.name })
    .from(firmwareProducts)
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(inArray(firmwareProducts.firmwareId, [...firmwareIds]), not(products.isDeleted)))
    .orderBy(foldedOrder(products.name))
}

/** SQL condition on `firmwares`. */
export function isForProduct(db: Database, productId: number): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(firmwareProducts)
      .where(and(eq(firmwareProducts.firmwareId, firmwares.id), eq(firmwareProducts.productId, productId))),
  )
}

/** Sets the products of a firmware. Throws `resource.not.found` if one does not exist or is deleted. */
export async function setProducts(db: Database, firmwareId: number, productIds: readonly number[]): Promise<void> {
  const wanted = await assertAllExist(db, products, productIds, not(products.isDeleted))
  await db.delete(firmwareProducts).where(eq(firmwareProducts.firmwareId, firmwareId))
  if (wanted.length > 0) await db.insert(firmwareProducts).values(wanted.map((productId) => ({ firmwareId, productId })))
}
