import { and, desc, eq, exists, lt, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { DetectorsWithoutFirmware } from '../../../contract/dashboard.ts'
import { silentAfterMs } from '../../../contract/openUpdate.ts'
import { topMax } from '../../../contract/rules.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { detectorStates, products, productUpdates, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { lastUpdates } from '../userProduct/firmwareState.ts'

/** Without deleted detectors, and those of deleted users. */
export async function findDetectorsWithoutFirmware(db: Database): Promise<DetectorsWithoutFirmware> {
  const { userProductId } = detectorStates
  const since = productUpdates.date
  // The limit makes it a look at one row for each of them, whatever the planner believes of their number: they are few, detectors are many.
  const living = db
    .select({ id: userProducts.id })
    .from(userProducts)
    .where(and(eq(userProducts.id, userProductId), isLiving(db)))
    .limit(1)
    .as('living')
  const missing = db
    .select(listed(userProductId, since))
    .from(detectorStates)
    .innerJoin(productUpdates, eq(productUpdates.id, detectorStates.productUpdateId))
    .innerJoinLateral(living, sql`true`)
    .where(eq(detectorStates.state, 'none'))
    .orderBy(desc(since), desc(userProductId))
    .limit(topMax)
    .as('latest')
  return { ...(await describe(db, missing)), silent: await describe(db, findSilent(db)) }
}

/** Those whose erase was reported and nothing since: they may be finishing without a network, or lie on a table. */
function findSilent(db: Database) {
  const last = lastUpdates(db)
  const heardAt = sql`coalesce(${last.heardAt}, ${last.date})`
  return db
    .select(listed(last.userProductId, heardAt))
    .from(last)
    .innerJoin(userProducts, eq(userProducts.id, last.userProductId))
    .where(
      and(
        eq(last.state, 'updating'),
        eq(last.firmwareAfter, 'none'),
        isLiving(db),
        lt(heardAt, sql`now() - ${silentAfterMs} * interval '1 millisecond'`),
      ),
    )
    .orderBy(desc(heardAt), desc(last.userProductId))
    .limit(topMax)
    .as('latest')
}

/** `latest`: the detectors to describe, and how many there are in all. */
async function describe(db: Database, latest: ReturnType<typeof findSilent>): Promise<DetectorsWithoutFirmware['silent']> {
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
    detectors: rows.map(({ id, serialNumber, product, owner, since }) => ({
      id,
      serialNumberFormatted: formatSerialNumber(serialNumber),
      product,
      user: { id: owner.id, tostring: nameOfUser(owner) },
      since: since.toISOString(),
    })),
  }
}

function isLiving(db: Database): SQL | undefined {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userProducts.userId), not(users.isDeleted)))
  return and(not(userProducts.isDeleted), exists(owner))
}

function listed(userProductId: SQLWrapper, since: SQLWrapper) {
  return {
    userProductId: sql<number>`${userProductId}`.mapWith(Number).as('listed_id'),
    // The names differ from those of the columns that are joined to them.
    since: sql<Date>`${since}`.mapWith(productUpdates.date).as('listed_since'),
    total: sql<number>`count(*) over ()`.mapWith(Number).as('total'),
  }
}
