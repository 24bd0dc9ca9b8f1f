// @module-tag rest
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { securityEvents } from '../../src/server/db/tables.ts'
import { type SecurityEvent, writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import type { Client } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000

serverOnPostgres((server) => {
  let admin: Client
  let zoe: number
  let boss: number
  let began: Date

  beforeAll(async () => {
    zoe = await server.addUser({ username: 'zoe.log@example.com', firstname: 'Zoé', lastname: 'Garnier' })
    boss = await server.addUser({ username: 'boss@example.com', firstname: '', lastname: '', role: 'ROLE_ADMIN' })
    admin = await server.signIn('boss@example.com')
    await server.context.db.delete(securityEvents)
    began = server.context.clock()
    const write = async (event: SecurityEvent) => {
      await writeSecurityEvent(server.context.db, event, server.context.clock())
      server.pass(minuteMs)
    }
    const refused = { kind: 'signInRefused', userId: zoe, address: '203.0.113.7', reason: 'Login.error' } as const
    await write({ kind: 'roleChanged', userId: zoe, actorId: boss, address: '198.51.100.20', reason: 'ROLE_BE' })
    await write(refused)
    await write({ kind: 'signIn', userId: zoe, address: '2001:db8:1:2::/64' })
    await write({ ...refused, userId: undefined })
    await write(refused)
  })

  const list = (changed: object) => admin.securityEvent.getB122TableResults({ body: listBody(changed) })
  const found = async (changed: object) => (await list(changed)).items.map(({ kind, count }) => `${kind} ${count}`)
  const filtered = async (name: string, value: string) => found({ filters: chosen(await admin.securityEvent.initB122Table(), name, value) })
  const at = (minutes: number) => new Date(began.getTime() + minutes * minuteMs).toISOString()

  it('can be changed by nobody', async () => {
    await expect(admin.securityEvent.initB122Table()).resolves.toMatchObject({
      totalCount: 4,
      allowed: { create: false, edit: false, remove: false },
    })
  })

  it('shows the newest first, with names where there are any [T219]', async () => {
    const { items, totalRows } = await list({})
    expect(totalRows).toBe(4)
    const account = { id: zoe, tostring: 'Zoé Garnier' }
    const actor = { id: boss, tostring: 'boss@example.com' }
    const refused = { kind: 'signInRefused', actor: null, address: '203.0.113.7', reason: 'Login.error', export: null }
    const once = { count: 1, actor: null, reason: null, export: null }
    const [unknown, signIn, refusals, role] = items.map(({ id }) => id)
    expect(items).toEqual([
      { ...refused, id: unknown, firstAt: at(3), lastAt: at(3), account: null, count: 1 },
      { ...once, id: signIn, firstAt: at(2), lastAt: at(2), kind: 'signIn', account, address: '2001:db8:1:2::/64' },
      { ...refused, id: refusals, firstAt: at(1), lastAt: at(4), account, count: 2 },
      {
        ...once,
        id: role,
        firstAt: at(0),
        lastAt: at(0),
        kind: 'roleChanged',
        account,
        actor,
        address: '198.51.100.20',
        reason: 'ROLE_BE',
      },
    ])
    expect(await found({ sortDesc: false, perPage: 1, currentPage: 2 })).toEqual(['signInRefused 2'])
  })

  it('finds names, addresses of people and of the network, and reasons', async () => {
    for (const search of ['zoe garnier', 'ZOE.LOG@', 'g', 'ga'])
      expect([search, await found({ search })]).toEqual([search, ['signIn 1', 'signInRefused 2', 'roleChanged 1']])
    for (const search of ['203.0.113', 'login.error'])
      expect([search, await found({ search })]).toEqual([search, ['signInRefused 1', 'signInRefused 2']])
    expect(await found({ search: 'boss@example' })).toEqual(['roleChanged 1'])
    expect(await found({ search: '2001:db8' })).toEqual(['signIn 1'])
    expect(await found({ search: 'garnier 203.0.113.7' })).toEqual(['signInRefused 2'])
    for (const search of ['%', 'nobody']) expect([search, await found({ search })]).toEqual([search, []])
  })

  it('is filtered by what happened, why and when [T218]', async () => {
    expect(await filtered('kind', 'signIn')).toEqual(['signIn 1'])
    expect(await filtered('reason', 'ROLE_BE')).toEqual(['roleChanged 1'])
    const { filters } = await admin.securityEvent.initB122Table()
    expect(
      filters
        .find(({ name }) => name === 'reason')
        ?.options.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['Login.error', 'ROLE_BE'])
    expect(await filtered('date', `${at(2)}/${at(3)}`)).toEqual(['signIn 1', 'signInRefused 2'])
    // It began before, and was still repeated.
    expect(await filtered('date', `${at(4)}/`)).toEqual(['signInRefused 2'])
    expect(await filtered('date', `/${at(1)}`)).toEqual(['roleChanged 1'])
    await expect(filtered('kind', 'coffee')).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(filtered('reason', 'because')).rejects.toMatchObject({ code: 'request.invalid' })
  })

  it('is readable where a newer version has written what this one does not know', async () => {
    const { db } = server.context
    await db.insert(securityEvents).values({ kind: 'abducted' as never, reason: 'by.whom', firstAt: began, lastAt: began })
    expect((await list({ sortDesc: false })).items[0]).toMatchObject({ kind: 'roleChanged' })
    expect(await found({ search: 'by.whom' })).toEqual(['abducted 1'])
    await db.delete(securityEvents).where(eq(securityEvents.reason, 'by.whom'))
  })
})
