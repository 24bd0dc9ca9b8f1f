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
