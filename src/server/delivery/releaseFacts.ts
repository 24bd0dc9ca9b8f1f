/** What a mail about a release says of this case. Sends nothing. */
import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { firmwares, products, userProducts } from '../db/tables.ts'
import { findRecalled } from '../entities/release/recall.ts'
import { formatSerialNumber } from '../records/formatSerialNumber.ts'

/** "5.5 on WS6 Master 0A 1B 2C 3D 4E", for each detector that still has it. */
export async function findRecallFacts(db: Database, releaseId: number, userId: number): Promise<string[]> {
  const recalled = await findRecalled(db, eq(userProducts.userId, userId))
  const ids = recalled.flatMap((one) => (one.releaseId === releaseId ? [one.userProductId] : []))
  if (ids.length === 0) return []
  const rows = await db
    .select({ name: products.name, serialNumber: userProducts.serialNumber })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .where(inArray(userProducts.id, ids))
    .orderBy(userProducts.id)
  const version = await findVersion(db, releaseId)
  return rows.map(({ name, serialNumber }) => `${name} ${formatSerialNumber(serialNumber)} · ${version}`)
}

export async function findVersion(db: Database, releaseId: number): Promise<string> {
  const [firmware] = await db
    .select({ versionName: firmwares.versionName })
    .from(firmwares)
    .where(eq(firmwares.releaseId, releaseId))
    .orderBy(firmwares.id)
    .limit(1)
  return firmware?.versionName ?? ''
}
