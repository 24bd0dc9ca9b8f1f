// @module-tag rest
/** Answers that are read while they are sent: what ends them early, and what is said of it. The lists: everythingBroken.test.ts. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { users } from '../../src/server/db/tables.ts'
import { type ApiServer, bearer, type Client, startApiServer } from '../support/apiServer.ts'
import { type BreakableLink, openBreakableLink } from '../support/breakableLink.ts'
import { png } from '../support/coils.ts'
import { createPostgresDatabase } from '../support/databases.ts'

const broken = 'an answer could not be completed'
/** Nothing that is typed or stored may stand in the log. */
const typed = 'SECRET'
const download = new URLSearchParams({ filters: '[]', search: typed })
const columns = JSON.stringify([{ id: 'code', header: 'Code' }])
const exported = new URLSearchParams({ filters: '[]', search: typed, format: 'csv', title: 'Codes', columns })

let link: BreakableLink
let connection: DatabaseConnection
let server: ApiServer

beforeAll(async () => {
  link = await openBreakableLink(await createPostgresDatabase())
  connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  server = await startApiServer(connection.db)
  await connection.db.execute(sql`
    insert into warranty_codes (code) select ${typed}::text || number from generate_series(100000, 110000) as number`)
  await connection.db.execute(sql`
    with zone as (insert into rally_zones (title, shapes_sha256) select 'Zone ' || number, number from generate_series(1, 3) as number returning id)
    insert into rally_zone_shapes (rally_zone_id, part, text) select id, 0, '{"type":"Feature","properties":{"name":"A"}}' from zone`)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await server.dispose()
  await connection.close()
  await link.cut()
})

/** The answer as it is received, piece by piece. */
async function ask(client: Client, path: string, init: RequestInit = {}) {
  const { body, status } = await server.request(path, { ...init, headers: bearer(client) })
  expect(status).toBe(200)
  const reader = body?.getReader()
  if (reader === undefined) throw new Error('no body')
  return async () => (await reader.read()).value
}

async function readOn(next: () => Promise<Uint8Array | undefined>): Promise<void> {
  while ((await next()) !== undefined);
}

const answers = [
  ['codes', '/warrantyCode/downloadExcelCodes', { method: 'POST', body: download }],
  ['exports', '/warrantyCode/export', { method: 'POST', body: exported }],
  ['zones', '/rallyZone/enabled', {}],
] as const

it.each(answers)('of %s break off where the database does, and nothing of its queries is said', async (_, path, init) => {
  const next = await ask(await server.signInAs('ROLE_ADMIN'), path, init)
  await next()
  await link.cut()
  await expect(readOn(next)).rejects.toThrow(broken)
  await link.mend()
  const logged = server.logged().trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(logged)).toMatchObject({ code: 'service.unavailable.error', requestId: expect.any(String), level: 50 })
  expect(logged).not.toContain(typed)
})

it.each(answers)('of %s end for a person who signs out or is locked', async (_, path, init) => {
  const endings = [
    (client: Client) => client.authentication.logout(),
    (client: Client) =>
      connection.db
        .update(users)
        .set({ accountLocked: true })
        .where(sql`${users.id} = ${client.held.current?.id ?? 0}`),
  ]
  for (const end of endings) {
    const client = await server.signInAs('ROLE_ADMIN')
    const next = await ask(client, path, init)
    await next()
    await end(client)
    await expect(readOn(next)).rejects.toThrow(broken)
  }
})

it('a stored file is closed where only its headers are asked for', async () => {
  const admin = await server.signInAs('ROLE_ADMIN')
  const { url } = await admin.news.postTempImage({ body: { image: new File([png], 'coin.png') } })
  const open = vi.spyOn(server.context.storage, 'open')
  const { status, headers, body } = await server.requestAt(url, { method: 'HEAD' })
  expect([status, headers.get('content-type'), body]).toEqual([200, 'image/png', null])
  const opened = await open.mock.results[0]?.value
  expect(await opened.getReader().read()).toEqual({ done: true, value: undefined })
})
