// @module-tag rest
import { expect, it } from 'vitest'
import {
  rateLimits,
  demoMessages,
  idempotencyKeys,
  mailedTokens,
  sessions,
  signInGrants,
  signInLocks,
  smsCodes,
  trustedDevices,
} from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { password } from '../support/apiServer.ts'
import { addFirmware } from '../support/catalogue.ts'
import { listed, sha256Of } from '../support/contents.ts'
import { codeIn, newestFor } from '../support/mailbox.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

serverOnPostgres((server) => {
  it('forgets tokens and keys only when they are past use', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.product.create({ body: { name: 'Kept', typeName: 'WS6', typeId: 6 }, idempotencyKey: 'key' })
    await purgeExpired(server.context)
    expect([await db.$count(sessions), await db.$count(idempotencyKeys)]).toEqual([1, 1])
    server.pass(dayMs + 1)
    await purgeExpired(server.context)
    expect([await db.$count(sessions), await db.$count(idempotencyKeys)]).toEqual([1, 0])
    server.pass(30 * dayMs)
    await purgeExpired(server.context)
    expect(await db.$count(sessions)).toBe(0)
  })

  it('forgets what was tried and sent when it no longer counts, and keeps it while it does', async () => {
    const { db } = server.context
    const tables = { rateLimits, demoMessages, mailedTokens, signInGrants, signInLocks, smsCodes }
    const counts = async () => {
      const numbers = await Promise.all(Object.entries(tables).map(async ([name, table]) => [name, await db.$count(table)]))
      return Object.fromEntries(numbers)
    }
    const body = { username: 'tidy@example.com', password }
    await server.addUser({ username: body.username, needsSmsCode: true, phoneNumber: '0639980001' })
    const client = server.client()
    const guess = () => client.authentication.login({ body: { ...body, password: 'guess' } }).catch(() => undefined)
    await guess()
    await client.forgotPassword.resetPassword({ body: { username: body.username } })
    await client.authentication.beforeLogin({ body })
    await guess()
    const code = codeIn(await newestFor(server, '+33639980001'))
    await client.authentication.checkSmsCode({ body: { ...body, code } })
    await guess()
    server.pass(minuteMs)
    await client.authentication.beforeLogin({ body })
    await newestFor(server, '+33639980001')
    await guess()

    await purgeExpired(server.context)
    expect(await counts()).toMatchObject({ demoMessages: 3, mailedTokens: 1, signInGrants: 1, signInLocks: 1, smsCodes: 1 })
    server.pass(60 * minuteMs + 1)
    await purgeExpired(server.context)
    // The SMS of a day still count.
    expect(await counts()).toEqual({ rateLimits: 1, demoMessages: 3, mailedTokens: 0, signInGrants: 0, signInLocks: 1, smsCodes: 0 })
    server.pass(7 * dayMs)
    await purgeExpired(server.context)
    expect(await counts()).toEqual({ rateLimits: 0, demoMessages: 0, mailedTokens: 0, signInGrants: 0, signInLocks: 0, smsCodes: 0 })
  })

  it('forgets a browser a year after its last sign-in', async () => {
    const { db } = server.context
    await db.delete(trustedDevices)
    const { username } = await server.join()
    await server.signIn(username)
    server.pass(365 * dayMs)
    await purgeExpired(server.context)
    expect(await db.$count(trustedDevices)).toBe(1)
    server.pass(1)
    await purgeExpired(server.context)
    expect(await db.$count(trustedDevices)).toBe(0)
  })

  it('removes what a failed save left in storage, a day later and nothing else', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const named = new Uint8Array(100).fill(1)
    await addFirmware(admin, { bytes: named })
    await expect(addFirmware(admin, { bytes: new Uint8Array(100).fill(2), productIds: [999_999] })).rejects.toMatchObject({ status: 404 })
    const kept = async () => (await listed(server.context.storage)).map(({ sha256 }) => sha256)
    expect(await kept()).toHaveLength(2)
    // Files are dated by the disk's clock, not by the test's: from now on it is tomorrow.
    const today = { ...server.context, clock: () => new Date() }
    await removeOrphans(today)
    expect(await kept()).toHaveLength(2)
    await removeOrphans({ ...today, clock: () => new Date(Date.now() + dayMs + 60_000) })
    expect(await kept()).toEqual([sha256Of(named)])
  })
})
