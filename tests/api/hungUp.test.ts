// @module-tag rest
/** Clients that end their connection in the middle of a request or of its answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCallCounter } from '../../src/server/alerts/callCounter.ts'
import { basePath } from '../../src/contract/contract.ts'
import { createApp } from '../../src/server/app.ts'
import { callCounts } from '../../src/server/db/tables.ts'
import { listen } from '../../src/server/http/listen/listen.ts'
import { createMetrics } from '../../src/server/metrics/createMetrics.ts'
import { bearer } from '../support/apiServer.ts'
import { freePort } from '../support/freePort.ts'
import { listBody } from '../support/lists.ts'
import { head } from '../support/rawConnection.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  let port: number
  let stop: (() => Promise<void>) | undefined
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  let figures: () => Promise<string>
  let counter: ReturnType<typeof createCallCounter>

  beforeAll(async () => {
    port = await freePort()
    const metrics = createMetrics(server.context)
    figures = metrics.read
    counter = createCallCounter(server.context.clock)
    const app = createApp(server.context, undefined, [counter, metrics.listener])
    stop = (await listen(app, { host: '127.0.0.1', port, drainSeconds: 0 })).finish
    await server.context.db.execute(sql`
      insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
      select 'many' || number || '@example.net', 'none', 'Ada', 'Name', '+33', '600000000', 'FR' from generate_series(1, 20000) as number`)
  })
  afterAll(() => stop?.())

  type Line = { level: number; msg: string; call?: string }
  const lines = () =>
    server
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  const hungUp = (call: string) => lines().filter((line) => line.msg === 'a client hung up' && line.call === call)

  async function send(path: string, type: string, body: string, length: number): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    const { authorization } = bearer(admin)
    const headers = [`Authorization: ${authorization}`, `Content-Type: ${type}`, `Content-Length: ${length}`]
    await new Promise((resolve) => socket.write(head('POST', basePath + path, ...headers) + body, resolve))
    return socket
  }

  const ways: readonly (readonly [string, (socket: Socket) => unknown])[] = [
    ['closes', (socket) => socket.end()],
    ['breaks', (socket) => socket.resetAndDestroy()],
  ]
  const parts = Object.entries(listBody({ perPage: 2147483647 })).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name === 'filters' ? '[]' : String(value)}\r\n`,
  )
  const multipart = 'multipart/form-data; boundary=x'

  it.each(ways)('have a line of their own where an upload %s in the middle', async (_, end) => {
    const halves = [
      ['rallyZone.create', '/rallyZone', multipart, '--x\r\nContent-Disposition: form-data; name="zoneFile"; filename="a.kml"\r\n\r\nhalf'],
      ['user.update', '/user/1', 'application/x-www-form-urlencoded', 'firstname=half'],
      ['authentication.logout', '/authentication/logout', 'text/plain', 'half'],
    ] as const
    for (const [call, path, type, half] of halves) {
      const before = hungUp(call).length
      end(await send(path, type, half, 100_000))
      await expect.poll(() => hungUp(call).length).toBe(before + 1)
    }
  })

  it.each(ways)('have a line of their own where a connection %s in the middle of the answer', async (_, end) => {
    const body = `${parts.join('')}--x--`
    const before = hungUp('user.getB122TableResults').length
    const socket = await send('/user/getB122TableResults', multipart, body, body.length)
    await once(socket, 'data')
    end(socket.pause())
    await expect.poll(() => hungUp('user.getB122TableResults').length).toBe(before + 1)
  })

  it('are no failed calls: not in the log, in the figures or for alerts', async () => {
    await stop?.()
    stop = undefined
    expect(lines().filter(({ level }) => level > 30)).toEqual([])
    expect(lines().filter(({ msg }) => msg === 'a call was refused')).toEqual([])
    expect(await figures()).not.toContain('status="5xx"')
    await counter.addTo(server.context.db)
    expect(await server.context.db.select().from(callCounts)).toEqual([expect.objectContaining({ failed: 0 })])
  })
})
