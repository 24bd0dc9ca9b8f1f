// @module-tag rest
/** Two transactions that change the same counts, one of them held open until the other waits for it or is done. On PostgreSQL only: the embedded database has one connection. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { productUpdates, updateCountChanges, userProducts } from '../../src/server/db/tables.ts'
import { rebuildUpdateCounts, rollUpUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { type ApiServer, type Client, startApiServer } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { createPostgresDatabase } from '../support/databases.ts'
import { overlap } from '../support/overlap.ts'
import { keptCounts, recount } from '../support/updateCounts.ts'

let connection: DatabaseConnection
let db: Database
let server: ApiServer
let admin: Client
let ada: Client
let firmwareId: number

beforeAll(async () => {
  connection = await connectDatabase({ databaseUrl: await createPostgresDatabase(), dataDir: '' })
  db = connection.db
  server = await startApiServer(db)
  admin = await server.signInAs('ROLE_ADMIN')
  ada = await server.signInAs('ROLE_CUSTOMER')
  firmwareId = await addFirmware(admin, { productIds: [await addProduct(admin, { typeId: 6 })] })
})
afterAll(async () => {
  await server.dispose()
  await connection.close()
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
  await overlap(db, addUpdate(mine), () => db.update(userProducts).set({ productId }).where(eq(userProducts.id, mine)))
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
  expect(kept.withoutFirmware.map(({ userProductId }) => userProductId)).toEqual([other])
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
