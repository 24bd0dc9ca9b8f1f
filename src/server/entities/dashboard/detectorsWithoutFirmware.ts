import { and, desc, eq, exists, not, sql } from 'drizzle-orm'
import type { DetectorsWithoutFirmware } from '../../../contract/dashboard.ts'
import { topMax } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { detectorsWithoutFirmware, products, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { nameOfUser } from '../../accounts/userNames.ts'

/** Without deleted detectors, and those of deleted users. */
export async function findDetectorsWithoutFirmware(db: Database): Promise<DetectorsWithoutFirmware> {
  const { since, userProductId } = detectorsWithoutFirmware
  const livingOwner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userProducts.userId), not(users.isDeleted)))
  // The limit makes it a look at one row for each of them, whatever the planner believes of their number: they are few, detectors are many.
  const living = db
    .select({ id: userProducts.id })
    .from(userProducts)
    .where(and(eq(userProducts.id, userProductId), not(userProducts.isDeleted), exists(livingOwner)))
    .limit(1)
    .as('living')
  const latest = db
    .select({ userProductId, since, total: sql<number>`count(*) over ()`.mapWith(Number).as('total') })
    .from(detectorsWithoutFirmware)
    .innerJoinLateral(living, sql`true`)
    .orderBy(desc(since), desc(userProductId))
    .limit(topMax)
    .as('latest')
  const rows = await db
    .select({
      id: userProducts.id,
      serialNumber: userProducts.serialNumber,
      since: latest.since,
      product: { id: products.id, tostring: products.name },
      owner: { id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username },
      total: latest.total,
    })
    .from(latest)
    .innerJoin(userProducts, eq(userProducts.id, latest.userProductId))
    .innerJoin(products, eq(products.id, userProducts.productId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .orderBy(desc(latest.since), desc(latest.userProductId))
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
