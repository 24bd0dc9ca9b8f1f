// @module-tag rest
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { basePath } from '../../src/contract/contract.ts'
import { createApp } from '../../src/server/app.ts'
import { connectDatabase, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { users } from '../../src/server/db/tables.ts'
import { type Listening, listen } from '../../src/server/http/listen/listen.ts'
import { type ApiServer, bearer, type Client, failure, startApiServer } from '../support/apiServer.ts'
import { type BreakableLink, openBreakableLink } from '../support/breakableLink.ts'
import { createPostgresDatabase } from '../support/databases.ts'
import { freePort } from '../support/freePort.ts'
import { listForm } from '../support/lists.ts'
import { head, openConnection } from '../support/rawConnection.ts'
import { poolOf, recordSql } from '../support/recordSql.ts'

/** Eleven pages. */
const people = 2_600
const path = '/user/getB122TableResults'

let link: BreakableLink
let connection: DatabaseConnection
let server: ApiServer
let admin: Client

beforeAll(async () => {
  link = await openBreakableLink(await createPostgresDatabase())
  connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  server = await startApiServer(connection.db)
  await connection.db.execute(sql`
    insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
    select 'many' || number || '@example.net', 'none', 'Ada', 'Name', '+33', '600000000', 'FR' from generate_series(1, ${people}::int) as number`)
})
beforeEach(async () => {
  admin = await server.signInAs('ROLE_ADMIN')
})
afterAll(async () => {
  await server.dispose()
  await connection.close()
  await link.cut()
})

const form = () => listForm({ perPage: 2147483647 })

/** The answer as it is received, piece by piece: nothing is read ahead. */
async function ask() {
  const response = await server.request(path, { method: 'POST', body: form(), headers: bearer(admin) })
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('no body')
  return { response, reader, next: async () => new TextDecoder().decode((await reader.read()).value) }
}

const rowsIn = (piece: string) => piece.split('"username"').length - 1
const isIdle = () => poolOf(connection.db).idleCount === poolOf(connection.db).totalCount

it('is an ordinary answer of JSON that nobody may keep', async () => {
  const { response, reader } = await ask()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('etag')).toBeNull()
  await reader.cancel()
})

it('reads a page when the client has taken the one before, and holds no connection in between', async () => {
  const { reader, next } = await ask()
  expect(rowsIn(await next())).toBe(250)
  expect(isIdle()).toBe(true)
  const statements = await recordSql(connection.db, async () => expect(rowsIn(await next())).toBe(250))
  // The session, the ids of the page, its rows; none of them in a transaction.
  expect(statements).toHaveLength(3)
  expect(isIdle()).toBe(true)
  expect(await recordSql(connection.db, () => reader.cancel())).toEqual([])
})

it('stops in the middle for a person who signs out, is locked or gets another role', async () => {
  const endings = [
    () => admin.authentication.logout(),
    (id: number) =>
      connection.db
        .update(users)
        .set({ accountLocked: true })
        .where(sql`${users.id} = ${id}`),
    (id: number) =>
      connection.db
        .update(users)
        .set({ role: 'ROLE_BE' })
        .where(sql`${users.id} = ${id}`),
  ]
  for (const end of endings) {
    admin = await server.signInAs('ROLE_ADMIN')
    const { next } = await ask()
    await next()
    await end(admin.held.current?.id ?? 0)
    await expect(next()).rejects.toThrow('an answer could not be completed')
  }
})

it('is refused with a code where the first page cannot be read', async () => {
  await link.cut()
  const response = await server.request(path, { method: 'POST', body: form(), headers: bearer(admin) })
  await link.mend()
  expect(await failure(response)).toEqual({ status: 503, message: 'service.unavailable.error' })
})

it('breaks the connection where a later page cannot be read: no client takes the rows for all of them', async () => {
  const port = await freePort()
  const app = createApp(server.context)
  const listening: Listening = await listen(
    {
      // The first page is read before there is a response, the others while it is sent.
      fetch: async (...given) => {
        const response = await app.fetch(...given)
        await link.cut()
        return response
      },
    },
    { host: '127.0.0.1', port, drainSeconds: 0 },
  )
  const response = await fetch(`http://127.0.0.1:${port}${basePath}${path}`, { method: 'POST', body: form(), headers: bearer(admin) })
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow('terminated')

  await link.mend()
  const encoded = new Response(form())
  const body = await encoded.text()
  const raw = await openConnection(port)
  const type = `Content-Type: ${encoded.headers.get('content-type')}`
  await raw.send(
    `${head('POST', basePath + path, `Authorization: ${bearer(admin).authorization}`, type, `Content-Length: ${body.length}`)}${body}`,
  )
  await raw.ended
  const received = await raw.received(/\{"items":\[/)
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received).not.toContain('totalRows')
  // What ends a body in chunks.
  expect(received).not.toContain('\r\n0\r\n\r\n')
  expect(received).not.toMatch(/error/i)
  const named = /x-request-id: (\S+)/i.exec(received)?.[1]
  const logged = server.logged().trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(logged)).toMatchObject({ code: 'service.unavailable.error', requestId: named, route: `${basePath}${path}`, level: 50 })
  await link.mend()
  await listening.finish()
})
