// @module-tag rest
/** No more SMS in 24 hours than SMS_PER_DAY, however many servers send them. */
import { beforeEach, expect, it } from 'vitest'
import { outgoingMessages, rateLimits } from '../../src/server/db/tables.ts'
import { type ApiServer, password, startApiServer } from '../support/apiServer.ts'
import { profileOf } from '../support/ownContact.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

const hourMs = 60 * 60_000
const perDay = 4
const refusal = { code: 'too.many.requests.error', status: 429 }

serverOnPostgresWith({ SMS_PER_DAY: String(perDay) }, (server) => {
  beforeEach(async () => {
    await server.context.db.delete(rateLimits)
    await server.context.db.delete(outgoingMessages)
  })
  const begin = async (at: ApiServer = server) => {
    const { username } = await server.join({ needsSmsCode: true })
    return at.client().authentication.beforeLogin({ body: { username, password } })
  }
  const queued = () => server.context.db.$count(outgoingMessages)

  it('lets no more through of many that ask two servers at once', async () => {
    const other = await startApiServer(server.context.db, { SMS_PER_DAY: String(perDay) })
    const asked = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => begin(index % 2 === 0 ? server : other)))
    await other.dispose()
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(perDay)
    for (const one of asked.filter(({ status }) => status === 'rejected')) expect(one).toMatchObject({ reason: refusal })
    expect(await queued()).toBe(perDay)
  })

  it('says when to try again, and lets the next through after 24 hours', async () => {
    for (let sent = 0; sent < perDay; sent += 1) await begin()
    server.pass(hourMs)
    await expect(begin()).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 23 * 3600 })
    server.pass(23 * hourMs)
    await expect(begin()).resolves.toMatchObject({ displayCodeValidation: true })
  })

  it('leaves in force the code that somebody has', async () => {
    const { username } = await server.join({ needsSmsCode: true })
    const ask = () => server.client().authentication.beforeLogin({ body: { username, password } })
    await ask()
    for (let sent = 1; sent < perDay; sent += 1) await begin()
    server.pass(61_000)
    await expect(ask()).resolves.toMatchObject({ displayCodeValidation: true })
    expect(await queued()).toBe(perDay)
  })

  it('counts the codes for new phones too, whose owners see that none was sent', async () => {
    for (let sent = 0; sent < perDay; sent += 1) await begin()
    const { username } = await server.join()
    const ada = await server.signIn(username)
    const body = { ...profileOf(username), phoneNumber: '0639980555', currentPassword: password }
    await expect(ada.user.updateProfile({ body })).resolves.toMatchObject({ pendingPhone: { isCodeSent: false } })
    server.pass(61_000)
    await expect(ada.contact.sendPhoneCode()).rejects.toMatchObject(refusal)
    expect(await queued()).toBe(perDay)
  })
})
