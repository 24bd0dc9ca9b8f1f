// @module-tag rest
/** A PostgreSQL that is away, a standby for a while, or gone in the middle of a transaction. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../src/server/db/connect.ts'
import { type ApiServer, failure, startApiServer } from '../support/apiServer.ts'
import { type BreakableLink, openBreakableLink } from '../support/breakableLink.ts'
import { createPostgresDatabase } from '../support/databases.ts'

/** More than the connections of a pool. */
const rounds = 12

let databaseUrl: string
let link: BreakableLink
let connection: DatabaseConnection
let server: ApiServer
beforeEach(async () => {
  databaseUrl = await createPostgresDatabase()
  link = await openBreakableLink(databaseUrl)
  connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  server = await startApiServer(connection.db)
})
afterEach(async () => {
  await server.dispose()
  await connection.close()
  await link.cut()
})

it('answers 503 with a code while PostgreSQL is away, stays alive, and goes on when it is back', async () => {
  await server.addUser({ username: 'ada@example.com' })
  const ada = await server.signIn('ada@example.com')
  expect((await server.requestAt('/readyz')).status).toBe(200)

  await link.cut()
  await expect(ada.user.getProfile()).rejects.toMatchObject({ code: 'service.unavailable.error', status: 503 })
  const notReady = await server.requestAt('/readyz')
  expect(notReady.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await failure(notReady)).toEqual({ status: 503, message: 'service.unavailable.error' })
  expect((await server.requestAt('/livez')).status).toBe(200)
  expect((await server.request('/configuration')).status).toBe(200)

  await link.mend()
  await expect(ada.user.getProfile()).resolves.toHaveProperty('username', 'ada@example.com')
  expect((await server.requestAt('/readyz')).status).toBe(200)
})

/** From its next connection on, the database takes writes or none, as a standby. */
async function letWrite(isLet: boolean): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, options: '-c default_transaction_read_only=off' })
  await client.connect()
  const { pathname } = new URL(databaseUrl)
  await client.query(`alter database "${pathname.slice(1)}" set default_transaction_read_only = ${isLet ? 'off' : 'on'}`)
  await client.end()
}

async function reconnect(isLet: boolean): Promise<void> {
  await letWrite(isLet)
  await link.cut()
  await link.mend()
}

it('answers 503 while its address leads to a standby, does not start there, and goes on afterwards', async () => {
  await server.addUser({ username: 'ada@example.com' })

  const ada = await server.signIn('ada@example.com')
  await reconnect(false)
  // Reading goes on, over new connections.
  await expect.poll(() => ada.user.getProfile().catch(() => undefined)).toHaveProperty('username', 'ada@example.com')
  await expect(server.signIn('ada@example.com')).rejects.toMatchObject({ code: 'service.unavailable.error', status: 503 })
  expect(await failure(await server.requestAt('/readyz'))).toEqual({ status: 503, message: 'service.unavailable.error' })
  await expect(connectDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(/takes no writes/)

  await reconnect(true)
  await expect.poll(async () => (await server.requestAt('/readyz')).status).toBe(200)
  await expect(server.signIn('ada@example.com')).resolves.toBeDefined()
})

// Without a listener for the error of a connection in use, Node ends the process; Vitest reports that as an unhandled error.
it('fails a transaction whose connection breaks between two statements, and goes on in the same process', async () => {
  const broken = connection.db.transaction(async (transaction) => {
    await transaction.execute(sql`select 1`)
    await link.cut()
    await transaction.execute(sql`select 2`)
  })
  await expect(broken).rejects.toThrow('Failed query')
  await link.mend()
  await expect(connection.db.execute(sql`select 3`)).resolves.toHaveProperty('rowCount', 1)
})

it('has all its connections again however often PostgreSQL goes away as a transaction begins', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await connection.db.execute(sql`select 1`)
    const broken = connection.db.transaction((transaction) => transaction.execute(sql`select 2`))
    // The connection has been taken, and its "begin" is on the way.
    const cut = link.cut()
    await expect(broken).rejects.toThrow(/\S/)
    await cut
    await link.mend()
  }
  await expect(connection.db.execute(sql`select 3`)).resolves.toHaveProperty('rowCount', 1)
})
