/** The hardware versions of known detectors of these products, and how many there are of each. */
import { and, countDistinct, inArray, not } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { userProducts } from '../../db/tables.ts'

export async function countHardware(db: Database, productIds: readonly number[]): Promise<{ version: number; detectors: number }[]> {
  const version = userProducts.materialVersion
  return db
    .select({ version, detectors: countDistinct(userProducts.serialNumber) })
    .from(userProducts)
    .where(and(inArray(userProducts.productId, [...productIds]), not(userProducts.isDeleted)))
    .groupBy(version)
    .orderBy(version)
}
