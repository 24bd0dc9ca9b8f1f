import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { productUpdates, userProducts, users } from '../../src/server/db/tables.ts'
import { rollUpUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { addDetector } from '../support/coils.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const dayMs = 86_400_000
const errorTypes = ['DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR'] as const

type Made = { productId: number; versionName: string; date: Date; success: boolean | null; errorType: (typeof errorTypes)[number] | null }

serverOnPostgres((server) => {
  const [staff] = signedIn(server, 'ROLE_BE')
  let products: [number, number]
  let made: Made[]

  /** 400 updates in the eleven days around the end of summer time in Paris, the later half of them not added up yet. */
  beforeAll(async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    products = [await addProduct(admin, { name: 'One' }), await addProduct(admin, { name: 'Two' })]
    const { userId } = await server.join()
    const reported = { userId, materialVersion: 1, protocolVersion: 2, productTypeId: 1 }
    const detectors = await db
      .insert(userProducts)
      .values(products.map((productId, index) => ({ ...reported, productId, serialNumber: `000000000${index}` })))
      .returning()
    // Each in two languages.
    const versions: { id: number; versionName: string }[] = []
    for (const versionName of ['1.0', '1.0', '1.1', '1.1', '2.0', '2.0'])
      versions.push({ id: await addFirmware(admin, { versionName }), versionName })
    made = []
    for (let index = 0; index < 400; index += 1) {
      if (index === 200) await rollUpUpdateCounts(db)
      const date = new Date(Date.parse('2026-10-20T00:00:00Z') + ((index * 2_654_435_761) % (11 * dayMs)))
      const success = index % 7 === 0 ? null : index % 3 !== 0
      const errorType = success === false ? (errorTypes[index % 4] ?? 'REBOOT_ERROR') : null
      const detector = detectors[index % 5 === 0 ? 1 : 0]
      const { id: firmwareId, versionName } = versions[index % versions.length] ?? { id: 0, versionName: '' }
      await db.insert(productUpdates).values({ userProductId: detector?.id ?? 0, firmwareId, date, success, errorType })
      made.push({ productId: detector?.productId ?? 0, versionName, date, success, errorType })
    }
  })

  const chart = (from: string, to: string, others: { timeZone?: string; productId?: number; success?: boolean } = {}) =>
    staff.dashboard.getChartData({
      body: { productId: 0, timeZone: 'UTC', startDateTimestamp: Date.parse(from), endDateTimestamp: Date.parse(to), ...others },
    })
  const figures = (from: string, to: string, others: { timeZone?: string; productId?: number } = {}) =>
    staff.dashboard.getUpdateFigures({
      body: { productId: 0, timeZone: 'UTC', startDateTimestamp: Date.parse(from), endDateTimestamp: Date.parse(to), ...others },
    })

  const resultOf = ({ success }: Made) => (success === null ? 'unreported' : success ? 'success' : 'error')
  /** By other means than the server's: each record is put on the day that the calendar of its place says. */
  function countByDay(timeZone: string, result: string, isOfInterest: (one: Made) => boolean): Map<string, number> {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    const counted = new Map<string, number>()
    for (const one of made.filter((record) => resultOf(record) === result && isOfInterest(record))) {
      const day = calendar.format(one.date)
      counted.set(day, (counted.get(day) ?? 0) + 1)
    }
    return counted
  }

  const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham']

  describe('the chart', () => {
    it.each(zones)('counts each result by the days of %s, with zeros where nothing happened [T235]', async (timeZone) => {
      const { days, series } = await chart('2026-10-10T08:00:00Z', '2026-11-05T08:00:00Z', { timeZone })
      expect(days).toHaveLength(27)
      expect(days[0]).toBe('2026-10-10')
      expect(series.map(({ name }) => name)).toEqual(['success', 'error', 'unreported'])
      for (const { name, data } of series) {
        const counted = countByDay(timeZone, name, () => true)
        expect(data.map(([, number]) => number)).toEqual(days.map((day) => counted.get(day) ?? 0))
        expect(data.reduce((sum, [, number]) => sum + number, 0)).toBe(made.filter((one) => resultOf(one) === name).length)
      }
    })

    it('gives beside each number when its day began, on the day of 25 hours too', async () => {
      const { series } = await chart('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', { timeZone: 'Europe/Paris' })
      const starts = ['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']
      expect(series[0]?.data.map(([start]) => new Date(start).toISOString())).toEqual(starts)
    })

    it('counts one product, or one result, or both [T197]', async () => {
      const [from, to] = ['2026-10-20T00:00:00Z', '2026-10-30T23:00:00Z'] as const
      for (const productId of products) {
        for (const success of [true, false, undefined]) {
          const { days, series } = await chart(from, to, { productId, ...(success !== undefined && { success }) })
          const names = success === undefined ? ['success', 'error', 'unreported'] : [success ? 'success' : 'error']
          expect(series.map(({ name }) => name)).toEqual(names)
          for (const { name, data } of series) {
            const counted = countByDay('UTC', name, (one) => one.productId === productId)
            expect(data.map(([, number]) => number)).toEqual(days.map((day) => counted.get(day) ?? 0))
          }
        }
      }
    })

    it('takes 0, nothing and an empty text for all products, and UTC where no zone is named, as another client of the call may [T198]', async () => {
      const period = {
        startDateTimestamp: String(Date.parse('2026-10-20T00:00:00Z')),
        endDateTimestamp: String(Date.parse('2026-10-22T00:00:00Z')),
      }
      const expected = await chart('2026-10-20T00:00:00Z', '2026-10-22T00:00:00Z')
      for (const others of [{}, { productId: '' }, { productId: '0' }, { productId: '0', timeZone: 'UTC' }]) {
        const body = new URLSearchParams({ ...period, ...others })
        const response = await server.request('/dashboard/getChartData', { method: 'POST', body, headers: bearer(staff) })
        expect(await response.json()).toEqual(expected)
      }
    })

    it('ends today, however far the period reaches, and is empty where all of it lies ahead', async () => {
      const { days } = await chart('2026-11-20T10:00:00Z', '2027-11-20T10:00:00Z')
      expect(days).toEqual(['2026-11-20', '2026-11-21'])
      expect(await chart('2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z')).toMatchObject({ days: [] })
      expect(await figures('2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z')).toMatchObject({ versions: [], products: [] })
    })

    it.each([
      ['an end before the start', { startDateTimestamp: '2', endDateTimestamp: '1' }],
      ['more days than ten years', { startDateTimestamp: '0', endDateTimestamp: String(3_660 * dayMs + 1) }],
      ['a zone that is none', { timeZone: 'Europe/Atlantis' }],
      ['a zone that is an offset', { timeZone: '+02:00' }],
      ['a product that is no number', { productId: 'all' }],
      ['a time that is a date', { startDateTimestamp: '2026-10-20' }],
      ['a result that is none', { success: 'maybe' }],
    ])('refuses %s', async (_, wrong) => {
      const body = new URLSearchParams({ startDateTimestamp: '0', endDateTimestamp: '1', ...wrong })
      const response = await server.request('/dashboard/getChartData', { method: 'POST', body, headers: bearer(staff) })
      expect(await failure(response)).toEqual({ status: 400, message: 'request.invalid' })
    })
  })

  describe('the figures beside it', () => {
    it.each([
      ['UTC', '2026-10-21T12:00:00Z', '2026-10-28T12:00:00Z'],
      ['Europe/Paris', '2026-10-21T12:00:00Z', '2026-10-28T12:00:00Z'],
      ['Asia/Kathmandu', '2026-10-21T12:00:00Z', '2026-10-28T12:00:00Z'],
      // Within a day of UTC, and across two of them.
      ['UTC', '2026-10-23T01:00:00Z', '2026-10-23T01:00:00Z'],
      ['Pacific/Chatham', '2026-10-23T01:00:00Z', '2026-10-23T01:00:00Z'],
      ['America/New_York', '2026-10-23T01:00:00Z', '2026-10-24T01:00:00Z'],
    ])('count what the chart counts, by version, error and product: %s, %s to %s', async (timeZone, from, to) => {
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      const [first, last] = [calendar.format(new Date(from)), calendar.format(new Date(to))]
      const within = made.filter(({ date }) => calendar.format(date) >= first && calendar.format(date) <= last)
      expect(within.length).toBeGreaterThan(10)
      for (const productId of [0, ...products]) {
        const found = await figures(from, to, { timeZone, productId })
        const chosenOnes = within.filter((one) => productId === 0 || one.productId === productId)
        for (const { product, versionName, successes, errors } of found.versions) {
          const ofVersion = chosenOnes.filter((one) => one.productId === product.id && one.versionName === versionName)
          expect({ successes, errors }).toEqual({
            successes: ofVersion.filter((one) => one.success === true).length,
            errors: ofVersion.filter((one) => one.success === false).length,
          })
        }
        const reported = chosenOnes.filter(({ success }) => success !== null)
        expect(found.versions.reduce((sum, { successes, errors }) => sum + successes + errors, 0)).toBe(reported.length)
        expect(found.errors).toEqual(
          errorTypes.map((type) => ({ type, number: chosenOnes.filter(({ errorType }) => errorType === type).length })),
        )
        expect(found.products.map(({ product, number }) => [product.id, number])).toEqual(
          products
            .map((id) => [id, within.filter((one) => one.productId === id).length] as const)
            .filter(([, number]) => number > 0)
            .toSorted(([, one], [, other]) => other - one),
        )
      }
    })

    it('are as many as the chart’s [T200]', async () => {
      const period = ['2026-10-01T00:00:00Z', '2026-11-20T00:00:00Z'] as const
      const { series } = await chart(...period)
      const { products: counted } = await figures(...period)
      const inChart = series.flatMap(({ data }) => data.map(([, number]) => number)).reduce((sum, number) => sum + number, 0)
      expect(counted.reduce((sum, { number }) => sum + number, 0)).toBe(inChart)
      expect(counted.map(({ product }) => product.tostring)).toEqual(['One', 'Two'])
    })
  })

  it('lists the detectors without a firmware, latest first, with their owners, and not those that are deleted [T201]', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    const productId = await addProduct(admin, { typeId: 6, name: 'WS6 Master' })
    const firmwareId = await addFirmware(admin, { productIds: [productId] })
    const owner = await server.join({ firstname: 'Marc', lastname: 'Delaunay', username: 'marc@example.com' })
    const ada = await server.enter(owner.username)
    const broken: number[] = []
    for (let index = 0; index < 12; index += 1) {
      server.pass(60_000)
      const serialNumber = `0A0000000${index.toString(16).toUpperCase()}`
      const detector = await addDetector(server, ada, { productId, productTypeId: 6, serialNumber })
      const { id: update } = await ada.productUpdate.create({ body: { userProductId: detector, firmwareId } })
      const failed = { success: false, errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' } as const
      await ada.productUpdate.report({ params: { id: update }, body: { productUpdateId: update, ...failed } })
      broken.push(detector)
    }
    const { total, detectors } = await staff.dashboard.getDetectorsWithoutFirmware()
    expect(total).toBe(12)
    expect(detectors.map(({ id }) => id)).toEqual(broken.toReversed().slice(0, 10))
    expect(detectors[0]).toEqual({
      id: broken.at(-1),
      serialNumberFormatted: '0A 00 00 00 0B',
      product: { id: productId, tostring: 'WS6 Master' },
      user: { id: owner.userId, tostring: 'Marc Delaunay (marc@example.com)' },
      since: server.context.clock().toISOString(),
    })
    const [repaired = 0, confirmed = 0, deleted = 0] = broken
    server.pass(60_000)
    const { id: update } = await ada.productUpdate.create({ body: { userProductId: repaired, firmwareId } })
    await ada.productUpdate.report({ params: { id: update }, body: { productUpdateId: update, success: true } })
    await ada.userProduct.confirmWorks({ params: { id: confirmed } })
    await ada.userProduct.delete({ params: { id: deleted } })
    expect((await staff.dashboard.getDetectorsWithoutFirmware()).total).toBe(9)
    await db.update(users).set({ isDeleted: true }).where(eq(users.id, owner.userId))
    expect(await staff.dashboard.getDetectorsWithoutFirmware()).toEqual({ total: 0, detectors: [], silent: { total: 0, detectors: [] } })
  })
})
