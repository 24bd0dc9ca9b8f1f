/** The products and beta groups that a firmware belongs to. */
import { and, eq, exists, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { Choice } from '../../../contract/crud.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, firmwareBetaGroups, firmwareProducts, firmwares, products } from '../../db/tables.ts'
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

export async function findGroups(db: Database, firmwareId: number): Promise<Choice[]> {
  return db
    .select({ id: betaGroups.id, tostring: betaGroups.name })
    .from(firmwareBetaGroups)
    .innerJoin(betaGroups, eq(betaGroups.id, firmwareBetaGroups.betaGroupId))
    .where(eq(firmwareBetaGroups.firmwareId, firmwareId))
    .orderBy(foldedOrder(betaGroups.name))
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

/** Sets the products and groups of a firmware. Throws `resource.not.found` if one does not exist or a product is deleted. */
export async function linkFirmware(
  db: Database,
  firmwareId: number,
  { productIds, betaGroupIds }: { productIds: readonly number[]; betaGroupIds: readonly number[] },
): Promise<void> {
  const toProducts = (await assertAllExist(db, products, productIds, not(products.isDeleted))).map((productId) => ({
    firmwareId,
    productId,
  }))
  const toGroups = (await assertAllExist(db, betaGroups, betaGroupIds)).map((betaGroupId) => ({ firmwareId, betaGroupId }))
  await db.delete(firmwareProducts).where(eq(firmwareProducts.firmwareId, firmwareId))
  await db.delete(firmwareBetaGroups).where(eq(firmwareBetaGroups.firmwareId, firmwareId))
  if (toProducts.length > 0) await db.insert(firmwareProducts).values(toProducts)
  if (toGroups.length > 0) await db.insert(firmwareBetaGroups).values(toGroups)
}
