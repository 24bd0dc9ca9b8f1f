import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sessions, users } from '../../src/server/db/tables.ts'
import { type Client, heldBy, renew } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { currentKey, signBy, statusOf } from '../support/signingKeys.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const graceMs = 10_000

serverOnPostgres((server) => {
  let userId: number
  let ada: Client

  beforeAll(async () => {
    userId = await server.addUser({ username: 'ada@example.com' })
  })
  beforeEach(async () => {
    await server.context.db.update(users).set({ role: 'ROLE_CUSTOMER', accountLocked: false, isDeleted: false }).where(eq(users.id, userId))
    await server.context.db.delete(sessions)
    ada = await server.signIn('ada@example.com')
  })

  const refresh = (token: string) => renew(server, token)
  let typeId = 0
  const create = (name: string) => ada.product.create({ body: { name, typeName: 'WS6', typeId: (typeId += 1) } })
  const notAuthenticated = { code: 'not.authenticated', status: 401 }

  it('lets an access token live for a quarter of an hour, and renews it without the person noticing [T122]', async () => {
    const first = heldBy(ada)
    server.pass(15 * minuteMs - 1000)
    await ada.user.getProfile()
    expect(heldBy(ada)).toBe(first)
    server.pass(2000)
    await ada.user.getProfile()
    expect(heldBy(ada).access_token).not.toBe(first.access_token)
    expect(heldBy(ada).refresh_token).not.toBe(first.refresh_token)
  })

  it('ends the whole sign-in when a used refresh token comes back after the grace period', async () => {
    const stolen = heldBy(ada).refresh_token
    const renewed = await refresh(stolen)
    server.pass(graceMs + 1)
    await expect(refresh(stolen)).rejects.toMatchObject(notAuthenticated)
    await expect(refresh(renewed.refresh_token)).rejects.toMatchObject(notAuthenticated)
    await expect(server.client(renewed).user.getProfile()).rejects.toMatchObject(notAuthenticated)
  })

  it('gives a tab that raced with another the same refresh token, also when that one was used already', async () => {
    const shared = heldBy(ada).refresh_token
    const one = await refresh(shared)
    const next = await refresh(one.refresh_token)
    server.pass(graceMs)
    const other = await refresh(shared)
    expect(other.refresh_token).toBe(one.refresh_token)
    await expect(refresh(other.refresh_token)).resolves.toMatchObject({ refresh_token: next.refresh_token })
    await expect(server.client(other).user.getProfile()).resolves.toHaveProperty('id', userId)
  })

  it('ends the sign-in at the next renewal where a thief was quick enough for the grace period', async () => {
    const stolen = heldBy(ada).refresh_token
    const [owner, thief] = [await refresh(stolen), await refresh(stolen)]
    server.pass(15 * minuteMs)
    const renewed = await refresh(owner.refresh_token)
    server.pass(graceMs + 1)
    await expect(refresh(thief.refresh_token)).rejects.toMatchObject(notAuthenticated)
    await expect(refresh(renewed.refresh_token)).rejects.toMatchObject(notAuthenticated)
  })

  it('survives fifty refreshes at once: one family, nobody signed out', async () => {
    const shared = heldBy(ada).refresh_token
    const renewed = await Promise.all(Array.from({ length: 50 }, () => refresh(shared)))
    expect(new Set(renewed.map((session) => session.refresh_token)).size).toBe(1)
    const rows = await server.context.db.select().from(sessions)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ familyId }) => familyId)).size).toBe(1)
    server.pass(minuteMs)
    await expect(refresh(renewed[0]?.refresh_token ?? '')).resolves.toHaveProperty('id', userId)
  })

  it('shares one refresh among calls that were refused together', async () => {
    const before = await server.context.db.$count(sessions)
    server.pass(20 * minuteMs)
    await Promise.all([ada.user.getProfile(), ada.userProduct.getUserProductsForUser(), ada.accessory.getUserAccessoriesForUser()])
    expect(await server.context.db.$count(sessions)).toBe(before + 1)
  })

  it('lets a refresh token die after thirty days without use', async () => {
    const { refresh_token } = heldBy(ada)
    server.pass(30 * dayMs)
    await expect(refresh(refresh_token)).rejects.toMatchObject(notAuthenticated)
  })

  it('ends both tokens at sign-out, of this sign-in only [T127]', async () => {
    const elsewhere = await server.signIn('ada@example.com')
    const held = heldBy(ada)
    await ada.authentication.logout()
    await expect(server.client(held).user.getProfile()).rejects.toMatchObject(notAuthenticated)
    await expect(refresh(held.refresh_token)).rejects.toMatchObject(notAuthenticated)
    await expect(elsewhere.user.getProfile()).resolves.toHaveProperty('id', userId)
  })

  it.each([{ accountLocked: true }, { isDeleted: true }])('shuts an account out at once when it becomes %o', async (change) => {
    const held = heldBy(ada)
    await server.context.db.update(users).set(change).where(eq(users.id, userId))
    await expect(server.client(held).user.getProfile()).rejects.toMatchObject(notAuthenticated)
    await expect(refresh(held.refresh_token)).rejects.toMatchObject(notAuthenticated)
  })

  it('takes a change of role at once, without a new sign-in', async () => {
    await expect(create('One')).rejects.toMatchObject({ code: 'not.authorized', status: 403 })
    await server.context.db.update(users).set({ role: 'ROLE_BE' }).where(eq(users.id, userId))
    await expect(create('Two')).resolves.toHaveProperty('id')
  })

  it('keeps tokens only as hashes', async () => {
    const rows = await server.context.db.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(heldBy(ada).refresh_token)
  })

  it('refuses forged, foreign and incomplete access tokens', async () => {
    const key = await currentKey(server)
    const now = Math.floor(server.context.clock().getTime() / 1000)
    const family = heldBy(ada).access_token.split('.')[1] ?? ''
    const { sid } = JSON.parse(Buffer.from(family, 'base64url').toString())
    const good = { iss: 'http://portal.test', aud: 'fieldport', sub: String(userId), iat: now, exp: now + 60, jti: 'a', sid }
    const ask = (token: string) => statusOf(server, token)
    const sign = (claims: Record<string, unknown>, alg = 'HS256', bytes = key.bytes) => signBy({ id: key.id, bytes }, claims, alg)
    const without = (claim: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`

    expect(await ask(await sign(good))).toBe(200)
    expect(await ask(await sign(good, 'HS256', new Uint8Array(32)))).toBe(401)
    expect(await ask(await sign(good, 'HS512', new Uint8Array([...key.bytes, ...key.bytes])))).toBe(401)
    expect(await ask(unsigned)).toBe(401)
    expect(await ask(await sign({ ...good, iss: 'http://other.test' }))).toBe(401)
    expect(await ask(await sign({ ...good, aud: 'other' }))).toBe(401)
    expect(await ask(await sign({ ...good, exp: now - 1 }))).toBe(401)
    expect(await ask(await sign({ ...good, sub: String(userId + 1000) }))).toBe(401)
    expect(await ask(await sign({ ...good, sub: 'ada' }))).toBe(401)
    for (const claim of ['iss', 'aud', 'sub', 'exp', 'iat', 'jti', 'sid']) expect(await ask(await sign(without(claim)))).toBe(401)
    // The key itself signs nothing that lives longer than an access token.
    expect(await ask(await sign({ ...good, exp: now + 15 * 60 }))).toBe(200)
    expect(await ask(await sign({ ...good, exp: now + 15 * 60 + 1 }))).toBe(401)
    expect(await ask(await sign({ ...good, exp: now + 30 * 24 * 3600 }))).toBe(401)
    expect(await ask(await sign({ ...good, iat: now + 30 * 24 * 3600, exp: now + 30 * 24 * 3600 + 60 }))).toBe(401)
    for (const odd of ['', 'x', 'a.b.c', '%00']) expect(await ask(odd)).toBe(401)
  })
})
