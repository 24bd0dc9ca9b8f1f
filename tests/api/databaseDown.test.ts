// @module-tag rest
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { failure, startApiServer } from '../support/apiServer.ts'
import { openBreakableLink } from '../support/breakableLink.ts'
import { createPostgresDatabase } from '../support/databases.ts'

it('answers 503 with a code while PostgreSQL is away, stays alive, and goes on when it is back', async () => {
  const link = await openBreakableLink(await createPostgresDatabase())
  const connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  const server = await startApiServer(connection.db)
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
  await server.dispose()
  await connection.close()
  await link.cut()
})

/** From its next connection on, the database takes writes or none, as a standby. */
async function letWrite(databaseUrl: string, isLet: boolean): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, options: '-c default_transaction_read_only=off' })
  await client.connect()
  const { pathname } = new URL(databaseUrl)
  await client.query(`alter database "${pathname.slice(1)}" set default_transaction_read_only = ${isLet ? 'off' : 'on'}`)
  await client.end()
}

it('answers 503 while its address leads to a standby, does not start there, and goes on afterwards', async () => {
  const databaseUrl = await createPostgresDatabase()
  const link = await openBreakableLink(databaseUrl)
  const connection = await connectDatabase({ databaseUrl: link.databaseUrl, dataDir: '' })
  const server = await startApiServer(connection.db)
  await server.addUser({ username: 'ada@example.com' })
  async function reconnect(isLet: boolean): Promise<void> {
    await letWrite(databaseUrl, isLet)
    await link.cut()
    await link.mend()
  }

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
  await server.dispose()
  await connection.close()
  await link.cut()
})
