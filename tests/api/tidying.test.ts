import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { idempotencyKeys, sessions } from '../../src/server/db/tables.ts'
import { forgetExpired } from '../../src/server/forgetExpired.ts'
import { removeOrphans } from '../../src/server/removeOrphans.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { addFirmware } from '../support/catalogue.ts'
import { eachDatabase } from '../support/databases.ts'

const dayMs = 24 * 60 * 60 * 1000

eachDatabase((open) => {
  let server: ApiServer

  beforeAll(async () => {
    server = await startApiServer(await open())
  })
  afterAll(() => server.dispose())

  it('forgets tokens and keys only when they are past use', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.product.create({ body: { name: 'Kept', typeName: 'WS6', typeId: 6 }, idempotencyKey: 'key' })
    await forgetExpired(server.context)
    expect([await db.$count(sessions), await db.$count(idempotencyKeys)]).toEqual([1, 1])
    server.pass(dayMs + 1)
    await forgetExpired(server.context)
    expect([await db.$count(sessions), await db.$count(idempotencyKeys)]).toEqual([1, 0])
    server.pass(30 * dayMs)
    await forgetExpired(server.context)
    expect(await db.$count(sessions)).toBe(0)
  })

  it('removes what a failed save left in storage, a day later and nothing else', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const named = new Uint8Array(100).fill(1)
    await addFirmware(admin, { bytes: named })
    await expect(addFirmware(admin, { bytes: new Uint8Array(100).fill(2), productIds: [999_999] })).rejects.toMatchObject({ status: 404 })
    const kept = async () => {
      const all: string[] = []
      for await (const { sha256 } of server.context.storage.list()) all.push(sha256)
      return all
    }
    expect(await kept()).toHaveLength(2)
    // Files are dated by the disk's clock, not by the test's: from now on it is tomorrow.
    const today = { ...server.context, clock: () => new Date() }
    await removeOrphans(today)
    expect(await kept()).toHaveLength(2)
    await removeOrphans({ ...today, clock: () => new Date(Date.now() + dayMs + 60_000) })
    expect(await kept()).toEqual([createHash('sha256').update(named).digest('hex')])
  })
})
