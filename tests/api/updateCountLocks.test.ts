// @module-tag rest
/** Two transactions that change the same counts, one of them held open until the other waits for it or is done. On PostgreSQL only: the embedded database has one connection. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { productUpdates, updateCountChanges, userProducts } from '../../src/server/db/tables.ts'
import { rebuildUpdateCounts, rollUpUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { overlap } from '../support/overlap.ts'
import { postgresServer, signedIn } from '../support/servers.ts'
import { keptCounts, recount, withoutFirmware } from '../support/updateCounts.ts'

const server = postgresServer()
const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
let db: Database
let firmwareId: number

beforeAll(async () => {
  db = server.context.db
  firmwareId = await addFirmware(admin, { productIds: [await addProduct(admin, { typeId: 6 })] })
})

async function begin(userProductId: number): Promise<number> {
  server.pass(1000)
  return (await ada.productUpdate.create({ body: { userProductId, firmwareId } })).id
}

const addUpdate = (userProductId: number) => (transaction: Database) =>
  transaction.insert(productUpdates).values({ userProductId, firmwareId, date: server.context.clock() })

it('an update that begins while its detector changes its product counts for the new one', async () => {
  const mine = await connectDetector(ada)
  const productId = await addProduct(admin)
  const change = async () => {
    await db.update(userProducts).set({ productId }).where(eq(userProducts.id, mine))
  }
  await overlap(db, addUpdate(mine), change)
  expect(await keptCounts(db)).toEqual(await recount(db))
})

it('the later of two updates of a detector decides whether it has a firmware, whichever is reported first', async () => {
  const failed = { success: false, errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' } as const
  const mine = await connectDetector(ada)
  const [earlier, later] = [await begin(mine), await begin(mine)]
  await overlap(
    db,
    (transaction) => transaction.update(productUpdates).set({ success: true }).where(eq(productUpdates.id, later)),
    () => ada.productUpdate.report({ params: { id: earlier }, body: { productUpdateId: earlier, ...failed } }),
  )
  expect(await keptCounts(db)).toEqual(await recount(db))
  const other = await connectDetector(ada)
  const [former, last] = [await begin(other), await begin(other)]
  await overlap(
    db,
    (transaction) => transaction.update(productUpdates).set(failed).where(eq(productUpdates.id, last)),
    () => ada.productUpdate.report({ params: { id: former }, body: { productUpdateId: former, success: true } }),
  )
  const kept = await keptCounts(db)
  expect(kept).toEqual(await recount(db))
  expect(withoutFirmware(kept)).toEqual([other])
})

it.each([
  ['added up', rollUpUpdateCounts],
  ['counted anew', rebuildUpdateCounts],
])('an update that is not committed yet counts later, where all others are %s meanwhile', async (_, work) => {
  const mine = await connectDetector(ada)
  await overlap(db, addUpdate(mine), () => work(db))
  expect(await db.$count(updateCountChanges)).toBe(1)
  expect(await keptCounts(db)).toEqual(await recount(db))
})
