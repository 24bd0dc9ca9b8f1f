// @module-tag rest
/** Keys and refresh tokens while servers of version 0.1 and this one run on one database, and after the upgrade. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { sessions, settings, signingKeys } from '../../src/server/db/tables.ts'
import { rotateKeys } from '../../src/server/keys/rotateKeys.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { onPostgres } from '../support/databases.ts'
import { type Held, type OlderServer, startOlderServer } from '../support/olderServer.ts'
import { testSecretKey } from '../support/secretKey.ts'
import { signBy, statusOf } from '../support/signingKeys.ts'

const minuteMs = 60_000

onPostgres(({ open }) => {
  let older: OlderServer
  let newer: readonly ApiServer[]
  let one: ApiServer

  beforeAll(async () => {
    const db = await open()
    const before = new Date('2026-11-21T10:00:00.000Z')
    older = await startOlderServer(db, () => (newer[0] === undefined ? before : newer[0].context.clock()))
    newer = []
    newer = [await startApiServer(db), await startApiServer(db)]
    one = newer[0] ?? (await startApiServer(db))
    return async () => {
      await Promise.all(newer.map((server) => server.dispose()))
    }
  })

  const pass = (ms: number) => {
    for (const server of newer) server.pass(ms)
  }
  /** Each as one server of the installation after the other. */
  const everywhere = () => [older.refresh, ...newer.map((server) => (token: string) => refreshAt(server, token))]
  const isAcceptedEverywhere = async (access: string) => {
    const statuses = await Promise.all(newer.map((server) => statusOf(server, access)))
    return (await older.accepts(access)) && statuses.every((status) => status === 200)
  }
  const joinAndSignIn = async () => older.signIn((await one.join()).userId)

  it('accept each other’s tokens, under load: nobody is signed out and nobody let in', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, joinAndSignIn))
    const foreign = randomBytes(32)
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        people.map(async (held, index) => {
          // Three tabs renew at the same moment, each at another server.
          const ways = everywhere()
          const first = (index + round) % ways.length
          const answers = await Promise.all([...ways.slice(first), ...ways.slice(0, first)].map(async (renew) => renew(held.refresh)))
          expect(new Set(answers.map((answer) => answer?.refresh)).size).toBe(1)
          for (const answer of answers) expect(answer !== undefined && (await isAcceptedEverywhere(answer.access))).toBe(true)
          people[index] = answers[0] ?? held
          const forged = await signBy({ id: 'plain', bytes: foreign }, decodeJwt(held.access))
          expect(await older.accepts(forged)).toBe(false)
          for (const server of newer) expect(await statusOf(server, forged)).toBe(401)
        }),
      )
      pass(5 * minuteMs)
    }
    const families = await one.context.db.select({ rotatedAt: sessions.rotatedAt, familyId: sessions.familyId }).from(sessions)
    const unused = families.filter(({ rotatedAt }) => rotatedAt === null).map(({ familyId }) => familyId)
    expect(unused).toHaveLength(people.length)
    expect(new Set(unused).size).toBe(people.length)
  })

  it('give a tab the successor that a server of the other version gave seconds ago', async () => {
    const { refresh } = await joinAndSignIn()
    const byOlder = await older.refresh(refresh)
    const byNewer = await refreshAt(one, refresh)
    expect(byNewer?.refresh).toBe(byOlder?.refresh)
    const next = await refreshAt(one, byNewer?.refresh ?? '')
    expect((await older.refresh(byOlder?.refresh ?? ''))?.refresh).toBe(next?.refresh)
  })

  it('end a family whose token comes back after the grace period, whichever version sees it', async () => {
    const [first, second] = [await joinAndSignIn(), await joinAndSignIn()]
    await older.refresh(first.refresh)
    await refreshAt(one, second.refresh)
    pass(10_001)
    expect(await refreshAt(one, first.refresh)).toBeUndefined()
    expect(await older.refresh(second.refresh)).toBeUndefined()
    expect(await statusOf(one, first.access)).toBe(401)
    expect(await older.accepts(second.access)).toBe(false)
  })

  it('after the upgrade, a rotation signs nobody out and ends the plain key with its tokens', async () => {
    const { db } = one.context
    const plain = await db.select().from(settings).where(eq(settings.key, 'accessTokenKey'))
    const bytes = Buffer.from(plain[0]?.value ?? '', 'base64url')
    const [asked, quiet] = [await joinAndSignIn(), await joinAndSignIn()]
    // An older server renewed this one: no row names the key.
    const given = await older.refresh(asked.refresh)
    expect(await statusOf(one, quiet.access)).toBe(200)

    expect(await rotateKeys(db, testSecretKey, one.context.clock())).toBe(true)
    expect(await db.select().from(settings).where(eq(settings.key, 'accessTokenKey'))).toEqual([])
    const rows = JSON.stringify(await db.select().from(signingKeys))
    expect(rows).not.toContain(plain[0]?.value)
    for (const server of newer) {
      expect(await statusOf(server, quiet.access)).toBe(200)
      expect((await refreshAt(server, asked.refresh))?.refresh).toBe(given?.refresh)
    }
    pass(14 * minuteMs)
    for (const server of newer) expect(await statusOf(server, quiet.access)).toBe(200)
    pass(2 * minuteMs + 1)

    // A thief with a backup from before the upgrade.
    const now = Math.floor(one.context.clock().getTime() / 1000)
    const forged = await signBy({ id: 'plain', bytes }, { ...decodeJwt(quiet.access), iat: now, exp: now + 900 })
    for (const server of newer) expect(await statusOf(server, forged)).toBe(401)
    const renewed = await refreshAt(one, quiet.refresh)
    expect(await Promise.all(newer.map((server) => statusOf(server, renewed?.access ?? '')))).toEqual([200, 200])
  })
})

async function refreshAt(server: ApiServer, token: string): Promise<Held | undefined> {
  const body = { grant_type: 'refresh_token', refresh_token: token } as const
  const renewed = await server
    .client()
    .authentication.refresh({ body })
    .catch(() => undefined)
  return renewed && { access: renewed.access_token, refresh: renewed.refresh_token }
}
