import { beforeAll, expect, it } from 'vitest'
import { productUpdates } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { loseAnswers } from '../support/installations.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const begin = (client: Client, body: { userProductId: number; firmwareId: number; date?: string }) => client.productUpdate.create({ body })
const report = (client: Client, id: number, success: boolean, errorType?: 'REBOOT_ERROR' | 'DECONNECTION_ERROR') =>
  client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success, errorType } })
const find = async (client: Client, id: number) => (await client.productUpdate.getProductUpdatesForUser()).find((one) => one.id === id)

serverOnPostgres((server) => {
  const [admin, ada, bob] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  let productId: number
  let firmwareId: number
  let userProductId: number

  beforeAll(async () => {
    productId = await addProduct(admin, { typeId: 6 })
    firmwareId = await addFirmware(admin, { productIds: [productId], versionName: '5.2' })
    userProductId = await connectDetector(ada, '0000000001')
  })

  it('begins an update, lists it as unfinished, and lists it as a success once reported [T179]', async () => {
    const { id } = await begin(ada, { userProductId, firmwareId })
    expect(await find(ada, id)).toEqual({
      id,
      userProductId,
      firmwareId,
      date: '2026-11-21T10:00:00.000Z',
      success: null,
      errorType: null,
      firmwareAfter: null,
      changelog: '- Quieter on wet sand',
      versionName: '5.2',
      productName: expect.stringMatching(/^Product/),
      serialNumberFormatted: '00 00 00 00 01',
    })
    await report(ada, id, true)
    expect(await find(ada, id)).toMatchObject({ success: true, errorType: null })
  })

  it('takes the same report twice and refuses to rewrite history [T180]', async () => {
    const { id } = await begin(ada, { userProductId, firmwareId })
    await expect(report(ada, id, false, 'DECONNECTION_ERROR')).resolves.toEqual({ id })
    await expect(report(ada, id, false, 'DECONNECTION_ERROR')).resolves.toEqual({ id })
    await expect(report(ada, id, false, 'REBOOT_ERROR')).rejects.toMatchObject(notFound)
    await expect(report(ada, id, true)).rejects.toMatchObject(notFound)
    expect(await find(ada, id)).toMatchObject({ success: false, errorType: 'DECONNECTION_ERROR' })
  })

  it('lets one of many different reports at once win', async () => {
    const { id } = await begin(ada, { userProductId, firmwareId })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? report(ada, id, true) : report(ada, id, false, 'REBOOT_ERROR'))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('refuses a success with a cause and a failure without one', async () => {
    const { id } = await begin(ada, { userProductId, firmwareId })
    await expect(report(ada, id, true, 'REBOOT_ERROR')).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
    await expect(report(ada, id, false)).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(ada.productUpdate.report({ params: { id }, body: { productUpdateId: id + 1, success: true } })).rejects.toMatchObject({
      code: 'request.invalid',
    })
  })

  it('keeps the records of one customer from another', async () => {
    const { id } = await begin(ada, { userProductId, firmwareId })
    await expect(begin(bob, { userProductId, firmwareId })).rejects.toMatchObject(notFound)
    await expect(report(bob, id, true)).rejects.toMatchObject(notFound)
    await expect(report(admin, id, true)).rejects.toMatchObject(notFound)
    expect(await bob.productUpdate.getProductUpdatesForUser()).toEqual([])
    await expect(report(ada, 999_999, true)).rejects.toMatchObject(notFound)
  })

  it('refuses a firmware that is not offered: inactive, of another product, beta for others, or none at all', async () => {
    const elsewhere = await addProduct(admin, { typeId: 7 })
    const group = await addBetaGroup(server, [])
    const refused = [
      await addFirmware(admin, { productIds: [productId], isActive: false }),
      await addFirmware(admin, { productIds: [elsewhere] }),
      await addFirmware(admin, { productIds: [productId], betaGroupIds: [group] }),
      999_999,
    ]
    for (const id of refused) await expect(begin(ada, { userProductId, firmwareId: id })).rejects.toMatchObject(notFound)
  })

  it('takes a record that was kept while there was no server, though the firmware was withdrawn meanwhile', async () => {
    const withdrawn = await addFirmware(admin, { productIds: [productId] })
    await admin.firmware.remove({ params: { id: withdrawn } })
    const { id } = await begin(ada, { userProductId, firmwareId: withdrawn, date: '2026-11-20T08:30:00.000Z' })
    expect(await find(ada, id)).toMatchObject({ date: '2026-11-20T08:30:00.000Z' })
  })

  it('lists the newest first [T178]', async () => {
    server.pass(1000)
    const { id } = await begin(ada, { userProductId, firmwareId })
    const list = await ada.productUpdate.getProductUpdatesForUser()
    expect(list[0]?.id).toBe(id)
    const dates = list.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('opens one record for a request that is sent again, ten times at once too', async () => {
    const before = await server.context.db.$count(productUpdates)
    const body = { userProductId, firmwareId }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.productUpdate.create({ body, idempotencyKey: 'again-1' })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await server.context.db.$count(productUpdates)).toBe(before + 1)
    await expect(ada.productUpdate.create({ body, idempotencyKey: 'again-2' })).resolves.not.toEqual(answers[0])
  })

  it.each([
    ['now', {}],
    ['earlier', { date: '2026-11-20T08:00:00.123Z' }],
    ['in the future, by a clock that is ahead', { date: '2026-11-21T11:00:00.000Z' }],
  ])('takes the report of an update that began %s, though a restore has lost the answer that names its record', async (_, given) => {
    const [key, count] = [crypto.randomUUID(), () => server.context.db.$count(productUpdates)]
    const record = { userProductId, firmwareId, ...given }
    // The clock of the tests stands still, and no detector begins two updates in one millisecond.
    server.pass(1)
    const first = await ada.productUpdate.create({ body: record, idempotencyKey: key })
    const before = await count()
    await loseAnswers(server.context.db)
    server.pass(60_000)
    const again = await ada.productUpdate.create({ body: record, idempotencyKey: key })
    expect(again).toEqual(first)
    await report(ada, again.id, true)
    expect(await find(ada, first.id)).toMatchObject({ success: true })
    expect(await count()).toBe(before)
  })

  it('counts an update once though its record is sent again days later, when its key is forgotten', async () => {
    const body = { userProductId, firmwareId, date: '2026-11-01T09:30:00.125Z' }
    const { id } = await ada.productUpdate.create({ body, idempotencyKey: crypto.randomUUID() })
    server.pass(3 * 24 * 60 * 60 * 1000)
    await expect(ada.productUpdate.create({ body, idempotencyKey: crypto.randomUUID() })).resolves.toEqual({ id })
    const another = { ...body, date: '2026-11-01T09:30:00.126Z' }
    expect((await ada.productUpdate.create({ body: another })).id).not.toBe(id)
  })
})
