/** What the security log tells of administrators who view the portal as a customer. */
import { beforeEach, expect, it } from 'vitest'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import type { Client } from '../support/apiServer.ts'
import { viewEventsOf } from '../support/protectionEvents.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const minuteMs = 60_000

serverOnBothDatabases('values', (server) => {
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

  it('has an end for a view in a tab that was closed', async () => {
    await start()
    const startedAt = server.context.clock()
    server.pass(14 * minuteMs)
    await purgeExpired(server.context)
    expect(await viewEventsOf(server, customerId)).toMatchObject([{ kind: 'impersonationStarted' }])
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
})
