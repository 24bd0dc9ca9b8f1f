import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { securityEvents, users } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { purgeOldEvents, type SecurityEvent, writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { bearer, type Client, newAddress } from '../support/apiServer.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

const form = () => ({ ...staffForm, username: newAddress() })

serverOnPostgres((server) => {
  let admin: Client
  let adminId: number

  beforeAll(async () => {
    adminId = (await server.join({ username: 'log@example.com', role: 'ROLE_ADMIN' })).userId
  })
  // Each test begins in an hour of its own, with an empty log.
  beforeEach(async () => {
    server.pass(hourMs)
    admin = await server.signIn('log@example.com')
    await server.context.db.delete(securityEvents)
  })

  const write = (event: SecurityEvent) => writeSecurityEvent(server.context.db, event, server.context.clock())
  const rows = () => server.context.db.select().from(securityEvents).orderBy(asc(securityEvents.id))
  const join = async () => (await server.join()).userId

  describe('changes', () => {
    it('are logged with who did what to whom and from where', async () => {
      const address = '203.0.113.7'
      const from = server.client(admin.held.current, address)
      const { id } = await from.user.create({ body: { ...form(), password: 'long enough', role: 'ROLE_BE' } })
      await from.user.update({ params: { id }, body: { ...form(), role: 'ROLE_MARKETTING' } })
      await server.context.db.update(users).set({ accountValidated: false }).where(eq(users.id, id))
      await from.user.resendValidation({ body: { userId: id } })
      await from.user.verifyAccount({ body: { userId: id } })
      await from.user.unlockAccount({ body: { userId: id } })
      await from.user.resetPassword({ body: { userId: id } })
      await from.user.remove({ params: { id } })
      await from.user.restore({ params: { id } })
      const own = [
        'accountAdded',
        'roleChanged',
        'validationLinkSent',
        'accountVerified',
        'unlocked',
        'passwordLinkSent',
        'accountDeleted',
        'accountRestored',
      ]
      const logged = (await rows()).filter(({ kind }) => own.includes(kind))
      expect(logged).toMatchObject(own.map((kind) => ({ kind, userId: id, actorId: adminId, address, count: 1 })))
      expect(logged.map(({ reason }) => reason)).toEqual(['ROLE_BE', 'ROLE_MARKETTING', null, null, null, null, null, null])
    })

    it('name nobody else where people do it to their own account', async () => {
      await admin.user.resetPassword({ body: { userId: adminId } })
      expect(await rows()).toMatchObject([{ kind: 'passwordLinkSent', userId: adminId, actorId: null }])
    })

    it('that are refused leave no trace of having happened', async () => {
      const { username } = await server.join()
      const id = await join()
      const body = { ...form(), username, role: 'ROLE_BE' } as const
      await expect(admin.user.update({ params: { id }, body })).rejects.toMatchObject({ code: 'email.already.exists.error' })
      await expect(admin.user.remove({ params: { id: adminId } })).rejects.toMatchObject({ code: 'own.account.error' })
      expect(await rows()).toEqual([])
    })
  })

  describe('refusals', () => {
    it('are counted where they repeat within an hour, whether the contract or the call itself refuses', async () => {
      const customer = await server.signInAs('ROLE_CUSTOMER')
      const backOffice = await server.signInAs('ROLE_BE')
      await server.context.db.delete(securityEvents)
      const ask = (client: Client, path: string, address: string, body?: URLSearchParams) =>
        server.request(path, { method: 'POST', headers: bearer(client), ...(body && { body }) }, address)
      await Promise.all(Array.from({ length: 30 }, () => ask(customer, '/product', '198.51.100.1')))
      await ask(customer, '/firmware', '198.51.100.2')
      // The back office may make this call, but not for an administrator's account.
      await ask(backOffice, '/user/unlockAccount', '198.51.100.3', new URLSearchParams({ userId: String(adminId) }))
      const refused = { kind: 'accessRefused', reason: 'not.authorized', actorId: null }
      const [customerId, backOfficeId] = [customer.held.current?.id, backOffice.held.current?.id]
      const thisHour = [
        { ...refused, userId: customerId, address: '198.51.100.1', count: 30 },
        { ...refused, userId: customerId, address: '198.51.100.2', count: 1 },
        { ...refused, userId: backOfficeId, address: '198.51.100.3', count: 1 },
      ]
      expect(await rows()).toMatchObject(thisHour)
      server.pass(hourMs)
      await write({ kind: 'accessRefused', reason: 'not.authorized', userId: customerId, address: '198.51.100.1' })
      expect(await rows()).toMatchObject([...thisHour, { ...refused, userId: customerId, address: '198.51.100.1', count: 1 }])
    })

    it('tell when they began and when they were seen last', async () => {
      const first = server.context.clock()
      await write({ kind: 'signInRefused', reason: 'Login.error', address: '198.51.100.1' })
      server.pass(5 * 60_000)
      const last = server.context.clock()
      await write({ kind: 'signInRefused', reason: 'Login.error', address: '198.51.100.1' })
      expect(await rows()).toMatchObject([{ firstAt: first, lastAt: last, count: 2 }])
    })

    it('from ever new addresses do not fill the log, and none of them is lost from the count', async () => {
      const flood = async (from: number, to: number) => {
        const events = Array.from({ length: to - from }, (_, index) => from + index)
        await Promise.all(
          events.map((n) => write({ kind: 'signInRefused', reason: 'Login.error', userId: adminId, address: `10.${n >> 8}.${n % 256}.1` })),
        )
      }
      const now = server.context.clock()
      const about = { kind: 'signInRefused', reason: 'Login.error', firstAt: now, lastAt: now } as const
      const early = Array.from({ length: 950 }, (_, n) => Object.assign({ address: `192.168.${n >> 8}.${n % 256}` }, about))
      await server.context.db.insert(securityEvents).values(early)
      for (let sent = 0; sent < 100; sent += 20) await flood(sent, sent + 20)
      const listed = (await rows()).filter(({ address }) => address !== null)
      const rest = (await rows()).filter(({ address }) => address === null)
      expect(listed.length).toBeGreaterThanOrEqual(1_000)
      // As many more as there are connections: those do not see each other's rows.
      expect(listed.length).toBeLessThanOrEqual(1_020)
      expect(rest).toMatchObject([{ kind: 'signInRefused', reason: 'Login.error', userId: null, count: 1_050 - listed.length }])

      await flood(0, 1)
      expect((await rows()).find(({ address }) => address === '10.0.0.1')).toMatchObject({ count: 2 })
      await write({ kind: 'accessRefused', reason: 'not.authorized', userId: adminId, address: '10.9.9.9' })
      expect((await rows()).at(-1)).toMatchObject({ kind: 'accessRefused', userId: adminId, address: '10.9.9.9' })
      server.pass(hourMs)
      await flood(5_000, 5_001)
      expect((await rows()).at(-1)).toMatchObject({ kind: 'signInRefused', userId: adminId, count: 1 })
    })
  })

  it('lists what one account does a hundred times an hour, counts what follows, and keeps its name', async () => {
    const userId = await join()
    for (let n = 0; n < 130; n += 1) await write({ kind: 'signIn', userId, address: `10.0.0.${n}` })
    await write({ kind: 'signIn', userId: adminId, address: '10.1.1.1' })
    await write({ kind: 'signOut', userId, address: '10.1.1.1' })
    const all = await rows()
    expect(all.filter((row) => row.userId === userId && row.kind === 'signIn' && row.address !== null)).toHaveLength(100)
    expect(all.filter(({ count }) => count > 1)).toMatchObject([{ kind: 'signIn', userId, address: null, count: 30 }])
    expect(all).toHaveLength(103)
  })

  it('outlives the accounts that it tells of', async () => {
    const [gone, staying] = [await join(), await join()]
    await write({ kind: 'roleChanged', userId: gone, actorId: adminId, reason: 'ROLE_BE' })
    await write({ kind: 'roleChanged', userId: staying, actorId: gone, reason: 'ROLE_BE' })
    await server.context.db.delete(users).where(eq(users.id, gone))
    await write({ kind: 'signInRefused', userId: gone, reason: 'Login.error' })
    expect(await rows()).toMatchObject([
      { kind: 'roleChanged', userId: null, actorId: adminId },
      { kind: 'roleChanged', userId: staying, actorId: null },
      { kind: 'signInRefused', userId: null },
    ])
  })

  it('is kept for 180 days, and never grows beyond its bounds', async () => {
    await write({ kind: 'signIn', userId: adminId })
    server.pass(180 * dayMs)
    await purgeExpired(server.context)
    expect(await rows()).toHaveLength(1)
    server.pass(1)
    await purgeExpired(server.context)
    expect(await rows()).toHaveLength(0)

    for (const n of [1, 2, 3, 4]) {
      await write({ kind: 'signInRefused', reason: 'Login.error', address: `10.0.0.${n}` })
      await write({ kind: 'signIn', userId: adminId, address: `10.0.0.${n}` })
    }
    const kept = async () => (await rows()).map(({ kind, address }) => `${kind} ${address?.at(-1)}`)
    await purgeOldEvents(server.context.db, server.context.clock(), { refusals: 2, events: 100 })
    expect(await kept()).toEqual(['signIn 1', 'signIn 2', 'signInRefused 3', 'signIn 3', 'signInRefused 4', 'signIn 4'])
    await purgeOldEvents(server.context.db, server.context.clock(), { refusals: 1, events: 2 })
    expect(await kept()).toEqual(['signIn 3', 'signInRefused 4', 'signIn 4'])
  })
})
