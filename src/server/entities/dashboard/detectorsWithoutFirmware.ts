import { and, desc, eq, not, sql } from 'drizzle-orm'
import type { DetectorsWithoutFirmware } from '../../../contract/dashboard.ts'
import { topMax } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { detectorsWithoutFirmware, products, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { nameOfUser } from '../user/userList.ts'

/** Without deleted detectors, and those of deleted users. */
export async function findDetectorsWithoutFirmware(db: Database): Promise<DetectorsWithoutFirmware> {
  const { since, userProductId } = detectorsWithoutFirmware
  // The limit makes it a look at one row for each of them, whatever the planner believes of their number: they are few, detectors are many.
  const detector = db
    .select({
      id: userProducts.id,
      serialNumber: userProducts.serialNumber,
      productId: userProducts.productId,
      userId: userProducts.userId,
    })
    .from(userProducts)
    .where(and(eq(userProducts.id, userProductId), not(userProducts.isDeleted)))
    .limit(1)
    .as('detector')
  const owner = db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(users)
    .where(and(eq(users.id, detector.userId), not(users.isDeleted)))
    .limit(1)
    .as('owner')
  const rows = await db
    .select({
      id: detector.id,
      serialNumber: detector.serialNumber,
      since,
      product: { id: products.id, tostring: products.name },
      owner: { id: owner.id, firstname: owner.firstname, lastname: owner.lastname, username: owner.username },
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(detectorsWithoutFirmware)
    .innerJoinLateral(detector, sql`true`)
    .innerJoinLateral(owner, sql`true`)
    .innerJoin(products, eq(products.id, detector.productId))
    .orderBy(desc(since), desc(detector.id))
    .limit(topMax)
  return {
    total: rows[0]?.total ?? 0,
    detectors: rows.map(({ id, serialNumber, product, owner: user, since: began }) => ({
      id,
      serialNumberFormatted: formatSerialNumber(serialNumber),
      product,
      user: { id: user.id, tostring: nameOfUser(user) },
      since: began.toISOString(),
    })),
  }
}
