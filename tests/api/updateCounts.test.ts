// @module-tag rest
/** The counts behind the dashboard against the records themselves, counted anew after every kind of change. */
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FirmwareAfterFailure, UpdateErrorType } from '../../src/contract/rules.ts'
import { productUpdates, updateCountChanges, userProducts, users } from '../../src/server/db/tables.ts'
import { rebuildUpdateCounts, rollUpUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector, newDetectorSerial } from '../support/coils.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { keptCounts, recount, withoutFirmware } from '../support/updateCounts.ts'

serverOnPostgres((server) => {
  const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
  let productId: number
  let firmwareId: number

  beforeAll(async () => {
    productId = await addProduct(admin, { typeId: 6 })
    firmwareId = await addFirmware(admin, { productIds: [productId] })
  })

  async function begin(userProductId: number, date?: string, client = ada): Promise<number> {
    server.pass(60_000)
    return (await client.productUpdate.create({ body: { userProductId, firmwareId, ...(date !== undefined && { date }) } })).id
  }
  type Said = { success?: boolean; errorType?: UpdateErrorType; firmwareAfter?: FirmwareAfterFailure }
  const report = (id: number, said: Said, client = ada) =>
    client.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...said } })
  const failed = { success: false, errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' } as const

  /** Before and after the differences are added up, and once more after all is counted anew by the server itself. */
  async function expectCountsToHold(): Promise<void> {
    const { db } = server.context
    const expected = await recount(db)
    expect(await keptCounts(db)).toEqual(expected)
    await rollUpUpdateCounts(db)
    expect(await db.$count(updateCountChanges)).toBe(0)
    expect(await keptCounts(db)).toEqual(expected)
  }

  describe('the counts hold', () => {
    afterEach(expectCountsToHold)

    it('when an update begins, erases, and ends in every way', async () => {
      await begin(await connectDetector(ada))
      await report(await begin(await connectDetector(ada)), { success: true })
      for (const errorType of ['DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR'] as const) {
        const id = await begin(await connectDetector(ada))
        await report(id, { firmwareAfter: 'none' })
        await report(id, { success: false, errorType })
        // A second time changes nothing.
        await report(id, { success: false, errorType })
      }
      const counted = await recount(server.context.db)
      expect(counted.quarters.map((line) => line.split(' ').at(-2) ?? '').toSorted()).toEqual(
        ['disconnections:', 'rebootErrors:', 'reprogrammingErrors:', 'successes:', 'unreported:'].toSorted(),
      )
      expect(withoutFirmware(counted)).toHaveLength(2)
    })

    it('when reports come late, to days whose differences were added up long ago, and before 1970', async () => {
      const mine = await connectDetector(ada)
      const ids = [
        await begin(mine, '2026-10-25T00:59:59.999Z'),
        await begin(mine, '2025-02-28T23:59:59.000Z'),
        await begin(mine, '1969-12-31T23:50:00.000Z'),
      ]
      await rollUpUpdateCounts(server.context.db)
      for (const id of ids) await report(id, failed)
      expect(await keptCounts(server.context.db)).toEqual(await recount(server.context.db))
    })

    it('when an owner says that a detector works, and deletes it, and connects it again', async () => {
      const serialNumber = newDetectorSerial()
      const mine = await connectDetector(ada, serialNumber)
      await report(await begin(mine), failed)
      expect(withoutFirmware(await keptCounts(server.context.db))).toContain(mine)
      await ada.userProduct.confirmWorks({ params: { id: mine } })
      expect(withoutFirmware(await keptCounts(server.context.db))).not.toContain(mine)
      await ada.userProduct.delete({ params: { id: mine } })
      await connectDetector(ada, serialNumber)
      await report(await begin(mine), failed)
    })

    it('when a detector turns out to be of another product', async () => {
      const former = await addProduct(admin, { typeId: 77 })
      const serialNumber = newDetectorSerial()
      const mine = await connectDetector(ada, serialNumber, 77)
      const firmware = await addFirmware(admin, { productIds: [former] })
      const { id } = await ada.productUpdate.create({ body: { userProductId: mine, firmwareId: firmware } })
      await report(id, { success: true })
      await rollUpUpdateCounts(server.context.db)
      await admin.product.remove({ params: { id: former } })
      const latter = await addProduct(admin, { typeId: 77 })
      await connectDetector(ada, serialNumber, 77)
      const { totals } = await keptCounts(server.context.db)
      expect(totals.filter((line) => line.split(' ')[1] === String(former))).toEqual([])
      expect(totals.filter((line) => line.split(' ')[1] === String(latter))).toHaveLength(1)
    })

    it('when records are deleted one by one, with their detector, and with their owner', async () => {
      const { db } = server.context
      const bob = await server.join()
      const client = await server.signIn(bob.username)
      const [one, other] = [await connectDetector(client), await connectDetector(client)]
      const ids: number[] = []
      for (const detector of [one, one, other]) ids.push(await begin(detector, undefined, client))
      for (const id of ids) await report(id, failed, client)
      await rollUpUpdateCounts(db)
      await db.delete(productUpdates).where(eq(productUpdates.id, ids[0] ?? 0))
      expect(await keptCounts(db)).toEqual(await recount(db))
      await db.delete(userProducts).where(eq(userProducts.id, one))
      expect(await keptCounts(db)).toEqual(await recount(db))
      await begin(other, undefined, client)
      await db.delete(users).where(eq(users.id, bob.userId))
      expect(await db.$count(userProducts, inArray(userProducts.id, [one, other]))).toBe(0)
    })

    it('when staff delete a user: the updates happened all the same', async () => {
      const { username, userId } = await server.join()
      const client = await server.signIn(username)
      await report(await begin(await connectDetector(client), undefined, client), { success: true }, client)
      const before = await recount(server.context.db)
      await admin.user.remove({ params: { id: userId } })
      expect(await recount(server.context.db)).toEqual(before)
    })

    it('when many records change by one statement, as by hand', async () => {
      const { db } = server.context
      await db.update(productUpdates).set({ success: true, errorType: null }).where(eq(productUpdates.success, false))
      await db
        .update(productUpdates)
        .set({ date: new Date('2026-01-01T12:00:00Z') })
        .where(eq(productUpdates.success, true))
      expect(await keptCounts(db)).toEqual(await recount(db))
    })

    it('when nothing has changed: the same values written again leave no difference behind', async () => {
      const { db } = server.context
      await rollUpUpdateCounts(db)
      await db.update(productUpdates).set({ reportedAt: new Date() })
      expect(await db.$count(updateCountChanges)).toBe(0)
    })

    it('when detectors are updated at once, the same ones too, while differences are added up', async () => {
      const { db } = server.context
      const mine = [await connectDetector(ada), await connectDetector(ada), await connectDetector(ada)]
      const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => begin(mine[index % 3] ?? 0)))
      await Promise.all([
        ...ids.map((id, index) => report(id, index % 2 === 0 ? failed : { success: true })),
        ...ids.map((id) => report(id, { firmwareAfter: 'none' })),
        ...mine.map((id) => ada.userProduct.confirmWorks({ params: { id } })),
        ...Array.from({ length: 4 }, () => rollUpUpdateCounts(db)),
      ])
      expect(await keptCounts(db)).toEqual(await recount(db))
    })

    it('when everything is counted anew while updates begin and end', async () => {
      const { db } = server.context
      const mine = [await connectDetector(ada), await connectDetector(ada)]
      const attempt = async (index: number) => report(await begin(mine[index % 2] ?? 0), index % 3 === 0 ? failed : { success: true })
      await Promise.all([
        ...Array.from({ length: 12 }, (_, index) => attempt(index)),
        rebuildUpdateCounts(db),
        rollUpUpdateCounts(db),
        rebuildUpdateCounts(db),
      ])
      expect(await keptCounts(db)).toEqual(await recount(db))
    })

    it('when a detector changes its product while its updates begin', async () => {
      const { db } = server.context
      const others = [productId, await addProduct(admin, { typeId: 78 })]
      const mine = await connectDetector(ada)
      await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const change = { productId: others[index % 2] ?? 0 }
          if (index % 3 === 0) return db.update(userProducts).set(change).where(eq(userProducts.id, mine))
          return db.insert(productUpdates).values({ userProductId: mine, firmwareId, date: server.context.clock() })
        }),
      )
      expect(await keptCounts(db)).toEqual(await recount(db))
    })
  })
})
