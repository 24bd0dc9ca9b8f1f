// @module-tag rest
/** The ring of keys that sign access tokens: foreign keys, rotations, servers that share it. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { sessions, signingKeys } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { createKeyRing } from '../../src/server/keys/keyRing.ts'
import { openKeys } from '../../src/server/keys/openRing.ts'
import { rotateKeys } from '../../src/server/keys/rotateKeys.ts'
import { type ApiServer, type Client, heldBy, renew, startApiServer } from '../support/apiServer.ts'
import { testSecretKey } from '../support/secretKey.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { currentKey, signBy, statusOf } from '../support/signingKeys.ts'

const minuteMs = 60_000

async function rotate({ context }: ApiServer): Promise<void> {
  await rotateKeys(context.db, testSecretKey, context.clock())
}

serverOnPostgres((server) => {
  let ada: Client
  beforeEach(async () => {
    ada = await server.signIn((await server.join()).username)
  })
  const refresh = (token: string, at = server) => renew(at, token)
  /** A second server of the installation. */
  const another = async () => {
    const one = await startApiServer(server.context.db)
    one.pass(server.context.clock().getTime() - one.context.clock().getTime())
    return one
  }

  it('keeps no key in the database that a reader of it could use', async () => {
    const { bytes } = await currentKey(server)
    const rows = JSON.stringify(await server.context.db.select().from(signingKeys))
    for (const encoding of ['base64url', 'base64', 'hex'] as const) expect(rows).not.toContain(Buffer.from(bytes).toString(encoding))
  })

  it('refuses a token of any key from outside the ring, whatever id it names', async () => {
    const token = heldBy(ada).access_token
    const claims = decodeJwt(token)
    const key = await currentKey(server)
    expect(decodeProtectedHeader(token)).toMatchObject({ kid: key.id })
    expect(await statusOf(server, await signBy(key, claims))).toBe(200)
    const bytes = randomBytes(32)
    for (const id of [key.id, crypto.randomUUID(), 'a name', '', 'x'.repeat(1000)])
      expect(await statusOf(server, await signBy({ id, bytes }, claims))).toBe(401)
    const nameless = (secret: Uint8Array) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    expect(await statusOf(server, await nameless(bytes))).toBe(401)
    expect(await statusOf(server, await nameless(key.bytes))).toBe(401)
    // What lies in the database is not the key either.
    const [row] = await server.context.db.select().from(signingKeys).where(eq(signingKeys.id, key.id))
    expect(await statusOf(server, await signBy({ id: key.id, bytes: Buffer.from(row?.wrappedKey ?? '') }, claims))).toBe(401)
  })

  it('keeps everybody signed in over a rotation, and the former key for no longer than its tokens live', async () => {
    const before = heldBy(ada)
    const former = await currentKey(server)
    await rotate(server)
    expect(await statusOf(server, before.access_token)).toBe(200)
    const renewed = await refresh(before.refresh_token)
    expect(decodeProtectedHeader(renewed.access_token)['kid']).not.toBe(former.id)
    expect(await statusOf(server, renewed.access_token)).toBe(200)

    server.pass(16 * minuteMs)
    const { access_token } = await refresh(renewed.refresh_token)
    const claims = decodeJwt(access_token)
    expect(await statusOf(server, access_token)).toBe(200)
    expect(await statusOf(server, await signBy(former, claims))).toBe(200)
    server.pass(1)
    // Even a token of this minute, which somebody signs who got hold of the former key.
    expect(await statusOf(server, await signBy(former, claims))).toBe(401)
    expect(await statusOf(server, access_token)).toBe(200)

    server.pass(2 * 60 * minuteMs)
    await purgeExpired(server.context)
    expect(await server.context.db.select().from(signingKeys).where(eq(signingKeys.id, former.id))).toEqual([])
    expect(await server.context.db.$count(signingKeys)).toBe(1)
  })

  it('is picked up by other servers that run: they accept the new key, and sign with it', async () => {
    const other = await another()
    expect(await statusOf(other, heldBy(ada).access_token)).toBe(200)
    await rotate(server)
    const here = await refresh(heldBy(ada).refresh_token)
    expect(await statusOf(other, here.access_token)).toBe(200)
    await rotate(server)
    const there = await refresh(here.refresh_token, other)
    expect(decodeProtectedHeader(there.access_token)['kid']).toBe((await currentKey(server)).id)
    expect(await statusOf(server, there.access_token)).toBe(200)
    await other.dispose()
  })

  it('gives one family where tabs renew while the key is rotated', async () => {
    const other = await another()
    const { refresh_token } = heldBy(ada)
    const first = await refresh(refresh_token)
    await rotate(server)
    const renewed = await Promise.all([
      refresh(refresh_token),
      refresh(refresh_token, other),
      rotate(server),
      refresh(refresh_token),
      refresh(refresh_token, other),
    ])
    const tokens = new Set(renewed.flatMap((session) => (session === undefined ? [] : [session.refresh_token])))
    expect([...tokens]).toEqual([first.refresh_token])
    const rows = await server.context.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, heldBy(ada).id))
    expect([rows.length, rows.filter(({ rotatedAt }) => rotatedAt === null).length]).toEqual([2, 1])
    await other.dispose()
  })

  it('asks the database once for many unknown keys, and still finds a new one', async () => {
    const { context } = server
    const ring = createKeyRing(context.db, { secret: testSecretKey, accessTokenSeconds: 900 })
    await ring.read(context.db)
    const select = vi.spyOn(context.db, 'select')
    await ring.find(crypto.randomUUID(), context.clock())
    const once = select.mock.calls.length
    select.mockClear()
    await rotate(server)
    const { id } = await currentKey(server)
    select.mockClear()
    const found = await Promise.all([
      ...Array.from({ length: 100 }, () => ring.find(crypto.randomUUID(), context.clock())),
      ring.find(id, context.clock()),
    ])
    expect(select).toHaveBeenCalledTimes(once)
    select.mockRestore()
    expect(found.filter((key) => key !== undefined).map((key) => key.id)).toEqual([id])
  })

  it('is one ring for servers that start at once, and closed to one with another secret', async () => {
    const { db } = server.context
    await db.delete(signingKeys)
    const secretKey = randomBytes(32).toString('hex')
    const place = { ...server.context.config, secretKey }
    const rings = await Promise.all(Array.from({ length: 5 }, () => openKeys(db, place, new Date())))
    const ids = await Promise.all(rings.map(async ({ keyRing }) => (await keyRing.read(db)).current().id))
    expect(new Set(ids).size).toBe(1)
    expect(await db.$count(signingKeys)).toBe(1)
    await expect(openKeys(db, { ...place, secretKey: randomBytes(32).toString('hex') }, new Date())).rejects.toThrow(
      /SECRET_KEY does not open them\. Set SECRET_KEY/,
    )
    await db.delete(signingKeys)
    await openKeys(db, server.context.config, new Date())
  })
})
