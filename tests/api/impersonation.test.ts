/** An administrator views the portal as a customer: what they may do, and what ends it. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Impersonation } from '../../src/contract/impersonation.ts'
import { products, users } from '../../src/server/db/tables.ts'
import { type Client, password } from '../support/apiServer.ts'
import { staffForm } from '../support/ownContact.ts'
import { viewEventsOf } from '../support/protectionEvents.ts'
import { notFound } from '../support/refusals.ts'
import { currentKey, signBy } from '../support/signingKeys.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const over = { code: 'not.authenticated', status: 401 }
const onlyReading = { code: 'impersonation.read.only.error', status: 403 }
const refused = { code: 'impersonation.refused.error', status: 403 }

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

serverOnPostgres((server) => {
  let admin: Client
  let adminId: number
  let adminName: string
  let customerId: number
  let customerName: string

  beforeEach(async () => {
    ;({ userId: adminId, username: adminName } = await server.join({ role: 'ROLE_ADMIN' }))
    ;({ userId: customerId, username: customerName } = await server.join({ firstname: 'Marc', lastname: 'Delaunay' }))
    admin = await server.signIn(adminName)
  })

  const start = (by = admin, userId = customerId) => by.impersonation.start({ body: { userId } })

  /** The administrator's client while they view the portal as the customer. */
  function viewerOf({ impersonateToken, customer: { id, username } }: Impersonation, by = admin): Client {
    const own = by.held.current
    if (own === null) throw new Error('signed out')
    return server.client({ ...own, id, username, roles: ['ROLE_CUSTOMER'], impersonateToken })
  }
  const view = async () => viewerOf(await start())
  const change = (userId: number, set: Partial<typeof users.$inferInsert>) =>
    server.context.db.update(users).set(set).where(eq(users.id, userId))

  const logged = () => viewEventsOf(server, customerId)

  it('shows the administrator what the customer sees, and gives no refresh token [T220]', async () => {
    const customer = await server.signIn(customerName)
    await server.context.db.insert(products).values({ name: crypto.randomUUID(), typeName: 'WS6', typeId: customerId })
    const told = { serialNumber: '0A1B2C3D4E', materialVersion: 1, protocolVersion: 1, productTypeId: customerId }
    await customer.userProduct.getOrCreate({ body: told })
    const started = await start()
    expect(started).toEqual({
      id: expect.any(String),
      impersonateToken: expect.any(String),
      customer: { id: customerId, username: customerName, tostring: 'Marc Delaunay' },
      endsInSeconds: 15 * 60,
    })
    const viewer = viewerOf(started)
    await expect(viewer.user.getProfile()).resolves.toEqual(await customer.user.getProfile())
    const own = await customer.userProduct.getUserProductsForUser()
    expect(own).toHaveLength(1)
    await expect(viewer.userProduct.getUserProductsForUser()).resolves.toEqual(own)
    await expect(admin.user.getProfile()).resolves.toHaveProperty('id', adminId)
    const body = { grant_type: 'refresh_token', refresh_token: started.impersonateToken.slice(0, 200) } as const
    await expect(server.client().authentication.refresh({ body })).rejects.toMatchObject(over)
  })

  it('lets them change nothing, in the customer’s name or in their own, and writes down who tried [T284]', async () => {
    const viewer = await view()
    const tries = [
      () => viewer.locale.setLocale({ body: { locale: 'fr' } }),
      () => viewer.session.endAll(),
      () => viewer.authentication.logout(),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(onlyReading)
    for (const attempt of [() => start(viewer), () => viewer.user.get({ params: { id: adminId } })])
      await expect(attempt()).rejects.toMatchObject({ code: 'not.authorized', status: 403 })
    await expect(viewer.user.getProfile()).resolves.toHaveProperty('id', customerId)
    const [{ locale } = { locale: null }] = await server.context.db.select().from(users).where(eq(users.id, customerId))
    expect(locale).toBe('en')
    const tried = (await logged()).filter(({ kind }) => kind === 'accessRefused')
    expect(tried).toHaveLength(tries.length + 2)
    for (const row of tried) expect(row).toMatchObject({ userId: customerId, actorId: adminId })
    expect(new Set(tried.map(({ reason }) => reason))).toEqual(new Set([onlyReading.code, 'not.authorized']))
  })

  it('shows the back office, which answers the calls, the same [T761]', async () => {
    const backOffice = await server.signInAs('ROLE_BE')
    const viewer = viewerOf(await start(backOffice), backOffice)
    await expect(viewer.user.getProfile()).resolves.toHaveProperty('id', customerId)
    await expect(viewer.authentication.logout()).rejects.toMatchObject(onlyReading)
    expect((await logged())[0]).toMatchObject({ kind: 'impersonationStarted', userId: customerId, actorId: backOffice.held.current?.id })
  })

  describe('is refused for', () => {
    it.each([
      ['an administrator', { role: 'ROLE_ADMIN' }],
      ['the back office', { role: 'ROLE_BE' }],
      ['marketing', { role: 'ROLE_MARKETTING' }],
      ['a deleted customer', { isDeleted: true }],
      ['a blocked customer', { accountLocked: true }],
      ['a customer who was never verified', { accountValidated: false }],
    ] as const)('%s', async (_, set) => {
      await change(customerId, set)
      await expect(start()).rejects.toMatchObject(refused)
      expect(await logged()).toEqual([])
    })

    it('themselves, and for nobody', async () => {
      await expect(start(admin, adminId)).rejects.toMatchObject(refused)
      await expect(start(admin, customerId + 1_000_000)).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
    })
  })

  describe('ends', () => {
    it('after a quarter of an hour, however often the administrator’s own tokens are renewed', async () => {
      const viewer = await view()
      server.pass(14 * minuteMs)
      await admin.user.getProfile()
      await expect(viewer.user.getProfile()).resolves.toHaveProperty('id', customerId)
      server.pass(minuteMs)
      await expect(viewer.user.getProfile()).rejects.toMatchObject(over)
      await expect(admin.user.getProfile()).resolves.toHaveProperty('id', adminId)
    })

    it.each<[string, () => Promise<unknown>]>([
      ['the administrator signs out', () => admin.authentication.logout()],
      ['the administrator signs out everywhere', () => admin.session.endAll()],
      ['the administrator is blocked', () => change(adminId, { accountLocked: true })],
      ['the administrator is deleted', () => change(adminId, { isDeleted: true })],
      ['the administrator gets another role', () => change(adminId, { role: 'ROLE_MARKETTING' })],
      ['the customer is deleted', () => change(customerId, { isDeleted: true })],
      ['the customer is blocked', () => change(customerId, { accountLocked: true })],
      ['the customer joins the staff', () => change(customerId, { role: 'ROLE_BE' })],
    ])('at once when %s', async (_, happen) => {
      const viewer = await view()
      await viewer.user.getProfile()
      await happen()
      await expect(viewer.user.getProfile()).rejects.toMatchObject(over)
    })

    it('when another administrator gives the administrator a new password', async () => {
      const viewer = await view()
      const other = await server.signInAs('ROLE_ADMIN')
      const body = { ...staffForm, username: adminName, password: 'seven green chairs' }
      await other.user.update({ params: { id: adminId }, body })
      await expect(viewer.user.getProfile()).rejects.toMatchObject(over)
    })

    it('when the administrator’s own change of password has replaced their session', async () => {
      const viewer = await view()
      const newPassword = 'seven green chairs'
      await admin.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword, newPasswordRepeat: newPassword } })
      await expect(viewer.user.getProfile()).resolves.toHaveProperty('id', customerId)
      await admin.authentication.login({ body: { username: adminName, password: newPassword } })
      await expect(viewer.user.getProfile()).rejects.toMatchObject(over)
    })

    it('by the administrator’s own call: this view alone, once, and nobody else’s [T221]', async () => {
      const [one, other] = [await start(), await start()]
      const stranger = await server.signInAs('ROLE_ADMIN')
      await expect(stranger.impersonation.end({ params: { id: one.id } })).rejects.toMatchObject(notFound)
      await admin.impersonation.end({ params: { id: one.id } })
      await expect(viewerOf(one).user.getProfile()).rejects.toMatchObject(over)
      await expect(viewerOf(other).user.getProfile()).resolves.toHaveProperty('id', customerId)
      await expect(admin.impersonation.end({ params: { id: one.id } })).rejects.toMatchObject(notFound)
    })
  })

  it('cannot be forged from other tokens', async () => {
    const { impersonateToken } = await start()
    const good = claimsOf(impersonateToken)
    expect(good).toMatchObject({ sub: String(customerId), act: { sub: String(adminId) } })
    expect(good.exp - good.iat).toBe(15 * 60)
    const { userId: strangerId } = await server.join()
    const other = await server.signInAs('ROLE_ADMIN')
    const { act: _, ...withoutActor } = good
    const { sid: othersSession } = claimsOf(other.held.current?.access_token ?? '')
    const key = await currentKey(server)
    const ask = async (claims: Record<string, unknown>) => {
      const token = await signBy(key, claims)
      return (await server.request('/user/getProfile', { headers: { authorization: `Bearer ${token}` } })).status
    }
    expect(await ask(good)).toBe(200)
    expect(await ask(withoutActor)).toBe(401)
    expect(await ask({ ...good, act: {} })).toBe(401)
    expect(await ask({ ...good, act: { sub: String(other.held.current?.id) } })).toBe(401)
    expect(await ask({ ...good, sub: String(strangerId) })).toBe(401)
    expect(await ask({ ...good, sub: String(adminId) })).toBe(401)
    expect(await ask({ ...good, sid: othersSession })).toBe(401)
    expect(await ask({ ...good, jti: crypto.randomUUID() })).toBe(401)
    expect(await ask({ ...good, jti: 'a' })).toBe(401)
    // The key itself signs nothing that lives longer than a view.
    expect(await ask({ ...good, exp: good.exp + 1 })).toBe(401)
  })
})
