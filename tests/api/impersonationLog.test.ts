// @module-tag rest
/** What the security log tells of administrators who view the portal as a customer. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { mayCall } from '../../src/contract/endpoint.ts'
import { securityEvents, users, impersonations } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import type { Client } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { viewEventsOf } from '../support/protectionEvents.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000

serverOnPostgres((server) => {
  let admin: Client
  let adminId: number
  let customerId: number

  beforeEach(async () => {
    const { userId, username } = await server.join({ role: 'ROLE_ADMIN' })
    adminId = userId
    customerId = (await server.join()).userId
    admin = await server.signIn(username)
  })

  const start = (by = admin) => by.impersonation.start({ body: { userId: customerId } })

  it('tells who viewed whom from where, and when it ended where that is known', async () => {
    const address = '203.0.113.9'
    const from = server.client(admin.held.current, address)
    const whose = { userId: customerId, actorId: adminId, address }
    const [ended, expired, left] = [await start(from), await start(from), await start(from)]
    const startedAt = server.context.clock()
    await from.impersonation.end({ params: { id: ended.id } })
    server.pass(20 * minuteMs)
    await expect(from.impersonation.end({ params: { id: expired.id } })).rejects.toMatchObject({ code: 'resource.not.found' })
    const leftAt = new Date(startedAt.getTime() + 15 * minuteMs)
    await from.authentication.logout()
    expect(left.id).not.toBe(expired.id)
    expect(await viewEventsOf(server, customerId)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ ...whose, kind: 'impersonationStarted', reason: null, firstAt: startedAt })),
      { ...whose, kind: 'impersonationEnded', reason: null, firstAt: startedAt },
      { ...whose, kind: 'impersonationEnded', reason: 'timeOver', firstAt: leftAt },
      { ...whose, kind: 'impersonationEnded', reason: 'timeOver', firstAt: leftAt },
    ])
  })

  it('has an end for a view in a tab that was closed, which is forgotten then', async () => {
    const { id } = await start()
    const isKept = async () => server.context.db.$count(impersonations, eq(impersonations.id, id))
    const startedAt = server.context.clock()
    server.pass(14 * minuteMs)
    await purgeExpired(server.context)
    expect([await viewEventsOf(server, customerId), await isKept()]).toMatchObject([[{ kind: 'impersonationStarted' }], 1])
    server.pass(2 * minuteMs)
    await purgeExpired(server.context)
    expect(await isKept()).toBe(0)
    server.pass(60 * minuteMs)
    await purgeExpired(server.context)
    await purgeExpired(server.context)
    expect(await viewEventsOf(server, customerId)).toMatchObject([
      { kind: 'impersonationStarted' },
      {
        kind: 'impersonationEnded',
        reason: 'timeOver',
        actorId: adminId,
        address: null,
        firstAt: new Date(startedAt.getTime() + 15 * minuteMs),
      },
    ])
  })

  it('has an end for a view that the administrator’s sign-out cut short', async () => {
    await start()
    await admin.session.endAll()
    expect((await viewEventsOf(server, customerId)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['impersonationStarted', null],
      ['impersonationEnded', null],
    ])
  })

  const viewed = async () => {
    const events = await server.context.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, customerId))
      .orderBy(securityEvents.id)
    return events.filter(({ kind }) => kind === 'impersonationViewed')
  }

  describe('of what was seen', () => {
    it('says each screen once for each view, however often and on how many servers it is asked for [T286]', async () => {
      const address = '203.0.113.9'
      const from = server.client(admin.held.current, address)
      const views = [await start(from), await start(from)]
      const at = server.context.clock()
      for (const { impersonateToken } of views) {
        const ask = (path: string) =>
          server.request(path, { headers: { authorization: `Bearer ${impersonateToken}` } }, address).then(({ status }) => status)
        const paths = ['/user/getProfile', '/userProduct/getUserProductsForUser', '/configuration', '/file/getSiteUrl']
        expect(new Set(await Promise.all([...paths, ...paths, ...paths].map(ask)))).toEqual(new Set([200]))
        expect(await ask('/userProduct/getUserProductsForUser')).toBe(200)
      }
      const seen = { userId: customerId, actorId: adminId, address, count: 1, firstAt: at }
      const reasons = (await viewed()).map(({ reason }) => String(reason)).toSorted((one, other) => one.localeCompare(other))
      expect(reasons).toEqual(['viewedDetectors', 'viewedDetectors', 'viewedProfile', 'viewedProfile'])
      expect(await viewed()).toMatchObject(reasons.map(() => seen))
    })

    it('says nothing of what was refused or is not there, and nothing where customers look at their own', async () => {
      const { impersonateToken } = await start()
      const headers = { authorization: `Bearer ${impersonateToken}` }
      expect((await server.request('/file/showFileFromWeb?id=999999', { headers })).status).toBe(404)
      expect((await server.request('/user', { method: 'POST', headers })).status).toBe(403)
      const [customer] = await server.context.db.select().from(users).where(eq(users.id, customerId))
      await (await server.signIn(customer?.username ?? '')).user.getProfile()
      expect(await viewed()).toEqual([])
    })
  })
})

it('every call that customers read by says what it shows', () => {
  const readable = contractCalls.filter(
    ({ endpoint }) => endpoint.isReadOnly === true && endpoint.audience !== 'anyone' && mayCall(endpoint, 'ROLE_CUSTOMER'),
  )
  expect(readable.length).toBeGreaterThan(5)
  expect(readable.filter(({ endpoint }) => endpoint.viewedAs === undefined).map(({ call }) => call)).toEqual([])
})
