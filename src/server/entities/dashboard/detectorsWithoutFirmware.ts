import { and, desc, eq, not, sql } from 'drizzle-orm'
import type { DetectorsWithoutFirmware } from '../../../contract/dashboard.ts'
import { topMax } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { detectorsWithoutFirmware, products, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { nameOfUser } from '../user/userList.ts'

/** Without deleted detectors, and those of deleted users. */
export async function findDetectorsWithoutFirmware(db: Database): Promise<DetectorsWithoutFirmware> {
  const { since } = detectorsWithoutFirmware
  const rows = await db
    .select({
      id: userProducts.id,
      serialNumber: userProducts.serialNumber,
      since,
      product: { id: products.id, tostring: products.name },
      owner: { id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username },
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(detectorsWithoutFirmware)
    .innerJoin(userProducts, eq(userProducts.id, detectorsWithoutFirmware.userProductId))
    .innerJoin(products, eq(products.id, userProducts.productId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .where(and(not(userProducts.isDeleted), not(users.isDeleted)))
    .orderBy(desc(since), desc(userProducts.id))
    .limit(topMax)
  return {
    total: rows[0]?.total ?? 0,
    detectors: rows.map(({ id, serialNumber, product, owner, since: began }) => ({
      id,
      serialNumberFormatted: formatSerialNumber(serialNumber),
      product,
      user: { id: owner.id, tostring: nameOfUser(owner) },
      since: began.toISOString(),
    })),
  }
}
