import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { updateCountChanges, updateLeases } from '../../src/server/db/tables.ts'

const hour = 60 * 60_000

serverOnPostgres((server) => {
  const [admin, ada, bob] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let firmwareId: number

  beforeAll(async () => {
    const productId = await addProduct(admin, { typeId: 6 })
    firmwareId = await addFirmware(admin, { productIds: [productId], versionName: '5.3' })
  })

  /** Begins an update as a page does that renews; `agoMs` before its record arrives. */
  async function begin(userProductId: number, agoMs = 0): Promise<number> {
    server.pass(1_000)
    const now = server.context.clock()
    const date = new Date(now.getTime() - agoMs).toISOString()
    return (await ada.productUpdate.create({ body: { userProductId, firmwareId, date, now: now.toISOString() } })).id
  }
  const report = (id: number, said: object) => ada.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...said } })
  const erase = (id: number) => report(id, { firmwareAfter: 'none' })
  const fail = (id: number) => report(id, { success: false, errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' })
  const succeed = (id: number) => report(id, { success: true })
  const renew = (id: number, percent: number, client = ada) => client.productUpdate.renew({ params: { id }, body: { percent } })
  const find = async (id: number) => (await ada.userProduct.getUserProductsForUser()).find((one) => one.id === id)
  const openOf = async (id: number) => (await find(id))?.openUpdate
  const silence = async (id: number, minutes: number) =>
    server.context.db
      .update(updateLeases)
      .set({ heardAt: sql`now() - ${minutes} * interval '1 minute'` })
      .where(eq(updateLeases.productUpdateId, id))
  const dashboard = () => admin.dashboard.getDetectorsWithoutFirmware()
  const isMissing = async (id: number) => (await dashboard()).detectors.some((one) => one.id === id)
  const isSilent = async (id: number) => (await dashboard()).silent.detectors.some((one) => one.id === id)

  /** A record that a computer sends now: with the time of sending as a page, or without it as a program that makes the specification's call. */
  async function sent(
    userProductId: number,
    { agoMs, offMs, isPlain = false }: { agoMs: number; offMs: number; isPlain?: boolean },
  ): Promise<number> {
    const clock = server.context.clock().getTime() + offMs
    const now = isPlain ? {} : { now: new Date(clock).toISOString() }
    return (await ada.productUpdate.create({ body: { userProductId, firmwareId, date: new Date(clock - agoMs).toISOString(), ...now } })).id
  }

  describe('an update that runs', () => {
    it('is open from its record on, with its percentage as renewed, and is no detector without firmware meanwhile [T353]', async () => {
      const mine = await connectDetector(ada)
      const id = await begin(mine)
      expect(await openOf(mine)).toMatchObject({ percent: null, hasErased: false })
      await erase(id)
      await renew(id, 38)
      const owned = await find(mine)
      expect(owned).toMatchObject({ firmwareState: 'unknown', openUpdate: { percent: 38, hasErased: true } })
      expect(owned?.openUpdate?.silentMs).toBeLessThan(60_000)
      expect(await isMissing(mine)).toBe(false)
      expect(await isSilent(mine)).toBe(false)
    })

    it('was last heard of when it began, if its record arrives later', async () => {
      const mine = await connectDetector(ada)
      await begin(mine, 5 * 60_000)
      expect((await openOf(mine))?.silentMs).toBeGreaterThanOrEqual(5 * 60_000)
    })

    it('is erased and silent for staff a quarter of an hour after it was last heard of, until it is heard of again', async () => {
      const mine = await connectDetector(ada)
      const id = await begin(mine)
      await erase(id)
      await silence(id, 14)
      expect(await isSilent(mine)).toBe(false)
      await silence(id, 16)
      expect(await isSilent(mine)).toBe(true)
      expect((await find(mine))?.firmwareState).toBe('unknown')
      await renew(id, 90)
      expect(await isSilent(mine)).toBe(false)
    })

    it('leaves a detector without firmware once its failure is reported, and until the next one ends', async () => {
      const mine = await connectDetector(ada)
      const first = await begin(mine)
      await erase(first)
      await fail(first)
      expect(await find(mine)).toMatchObject({ firmwareState: 'none', openUpdate: null })
      expect(await isMissing(mine)).toBe(true)
      await begin(mine)
      expect(await find(mine)).toMatchObject({ firmwareState: 'unknown', openUpdate: { hasErased: true } })
      expect(await isMissing(mine)).toBe(false)
    })

    it('is not open any more once all is written, it has a result, or its owner says that the detector works', async () => {
      const asked = await connectDetector(ada)
      await report(await begin(asked), { firmwareAfter: 'unknown' })
      const done = await connectDetector(ada)
      const second = await begin(done)
      await succeed(second)
      await renew(second, 100)
      const works = await connectDetector(ada)
      await erase(await begin(works))
      await ada.userProduct.confirmWorks({ params: { id: works } })
      for (const mine of [asked, done, works]) expect(await openOf(mine)).toBeNull()
    })

    it('is silent if a program has begun it, which renews nothing', async () => {
      const mine = await connectDetector(ada)
      server.pass(1_000)
      await ada.productUpdate.create({ body: { userProductId: mine, firmwareId } })
      expect(await openOf(mine)).toMatchObject({ silentMs: null, hasErased: false })
    })

    it('is renewed by nobody else, and its renewals are counted nowhere', async () => {
      const mine = await connectDetector(ada)
      const id = await begin(mine)
      const counted = await server.context.db.$count(updateCountChanges)
      await renew(id, 10)
      await expect(renew(id, 90, bob)).rejects.toMatchObject(notFound)
      await expect(renew(999_999, 90)).rejects.toMatchObject(notFound)
      expect((await openOf(mine))?.percent).toBe(10)
      expect(await server.context.db.$count(updateCountChanges)).toBe(counted)
    })

    it('is shown to staff as to its owner', async () => {
      const mine = await connectDetector(ada)
      await renew(await begin(mine), 61)
      const { userProducts } = await admin.user.get({ params: { id: ada.held.current?.id ?? 0 } })
      expect(userProducts.find(({ id }) => id === mine)).toMatchObject({ versionName: '5.3', openUpdate: { percent: 61 } })
    })
  })

  describe('the order of updates from computers whose clocks differ', () => {
    it.each([hour, -hour])('is that in which they began, although one clock is off by %i ms', async (offMs) => {
      const mine = await connectDetector(ada)
      server.pass(2 * hour)
      await succeed(await sent(mine, { agoMs: 0, offMs: 0 }))
      await fail(await sent(mine, { agoMs: hour / 2, offMs }))
      expect((await find(mine))?.firmwareState).toBe('installed')
    })

    it('cannot be told of a program that does not say when it sends, and then the firmware is unknown', async () => {
      const mine = await connectDetector(ada)
      server.pass(2 * hour)
      await succeed(await sent(mine, { agoMs: 0, offMs: 0 }))
      await fail(await sent(mine, { agoMs: hour / 2, offMs: hour, isPlain: true }))
      expect((await find(mine))?.firmwareState).toBe('unknown')
      expect(await isMissing(mine)).toBe(false)
      server.pass(hour)
      await succeed(await begin(mine))
      expect((await find(mine))?.firmwareState).toBe('installed')
    })

    it('makes one record of two arrivals, although each has another time of sending', async () => {
      const mine = await connectDetector(ada)
      const date = server.context.clock().toISOString()
      const body = { userProductId: mine, firmwareId, date }
      const first = await ada.productUpdate.create({ body: { ...body, now: date }, idempotencyKey: 'lease-1' })
      server.pass(60_000)
      const now = server.context.clock().toISOString()
      expect(await ada.productUpdate.create({ body: { ...body, now }, idempotencyKey: 'lease-1' })).toEqual(first)
      expect(await ada.productUpdate.create({ body: { ...body, now }, idempotencyKey: 'lease-2' })).toEqual(first)
    })
  })
})
