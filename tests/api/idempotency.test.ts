import { expect, it } from 'vitest'
import { firmwares, products } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { firmwareBody, typeIdOf } from '../support/catalogue.ts'
import { loseAnswers } from '../support/installations.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const hourMs = 60 * 60 * 1000

const create = (client: Client, name: string, idempotencyKey: string) =>
  client.product.create({ body: { name, typeName: 'WS6', typeId: typeIdOf(name) }, idempotencyKey })

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  it('refuses the same key with another body, or on another call', async () => {
    await create(admin, 'First body', 'key-2')
    await expect(create(admin, 'Other body', 'key-2')).rejects.toMatchObject({ code: 'idempotency.key.reused', status: 409 })
    const onAnother = admin.firmware.create({ body: firmwareBody({}), idempotencyKey: 'key-2' })
    await expect(onAnother).rejects.toMatchObject({ code: 'idempotency.key.reused' })
  })

  it('keeps the keys of two people apart', async () => {
    const one = await create(admin, 'Of the administrator', 'key-3')
    await expect(create(backOffice, 'Of the back office', 'key-3')).resolves.not.toEqual(one)
  })

  it('counts fifty replays at once as one, and gives each the first answer, though the name is taken by then', async () => {
    const before = await server.context.db.$count(products)
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(admin, 'Fifty times', 'key-4')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await server.context.db.$count(products)).toBe(before + 1)
  })

  it('tells a replayed upload by its content, whatever boundary it travels with', async () => {
    const body = firmwareBody({ versionName: '9.9' })
    const before = await server.context.db.$count(firmwares)
    const first = await admin.firmware.create({ body, idempotencyKey: 'key-5' })
    await expect(admin.firmware.create({ body, idempotencyKey: 'key-5' })).resolves.toEqual(first)
    expect(await server.context.db.$count(firmwares)).toBe(before + 1)
    const changed = { ...body, file: new File([new Uint8Array(1000)], 'ws6.bin') }
    await expect(admin.firmware.create({ body: changed, idempotencyKey: 'key-5' })).rejects.toMatchObject({ status: 409 })
  })

  it('does not remember a refusal: corrected elsewhere, the same request goes through', async () => {
    await create(admin, 'Taken', 'key-6')
    await expect(create(admin, 'Taken', 'key-7')).rejects.toMatchObject({ code: 'name.already.exists.error', invalidField: 'name' })
    await server.context.db.update(products).set({ isDeleted: true })
    await expect(create(admin, 'Taken', 'key-7')).resolves.toHaveProperty('id')
  })

  it('tells a replay that it was done, and does it no second time, where a restore has lost the first answer [T294]', async () => {
    await create(admin, 'Before the restore', 'key-9')
    await loseAnswers(server.context.db)
    const before = await server.context.db.$count(products)
    await expect(create(admin, 'Before the restore', 'key-9')).rejects.toMatchObject({ code: 'already.done.error', status: 409 })
    await expect(create(admin, 'Another body', 'key-9')).rejects.toMatchObject({ code: 'idempotency.key.reused' })
    expect(await server.context.db.$count(products)).toBe(before)
  })

  it('forgets a key after a day', async () => {
    const first = await create(admin, 'Yesterday', 'key-8')
    await server.context.db.update(products).set({ isDeleted: true })
    server.pass(23 * hourMs)
    await expect(create(admin, 'Yesterday', 'key-8')).resolves.toEqual(first)
    server.pass(2 * hourMs)
    await expect(create(admin, 'Yesterday', 'key-8')).resolves.not.toEqual(first)
  })

  it('refuses a key that is empty, endless or not plain text', async () => {
    const body = new URLSearchParams({ name: 'Odd key', typeName: 'WS6', typeId: '6' })
    for (const key of ['', ' ', 'x'.repeat(201), 'é']) {
      const headers = { ...bearer(admin), 'idempotency-key': key }
      const response = await server.request('/product', { method: 'POST', body, headers })
      expect(await failure(response)).toEqual({ status: 400, message: 'request.invalid' })
    }
  })
})
