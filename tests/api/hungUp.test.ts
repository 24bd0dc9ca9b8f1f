// @module-tag rest
/** Clients that end their connection in the middle of a request or of its answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallCounter } from '../../src/server/alerts/callCounter.ts'
import { basePath } from '../../src/contract/contract.ts'
import { createApp } from '../../src/server/app.ts'
import { callCounts } from '../../src/server/db/tables.ts'
import { listen } from '../../src/server/http/listen/listen.ts'
import { createMetrics } from '../../src/server/metrics/createMetrics.ts'
import { drawPdf } from '../../src/server/pdf/withPdfThread.ts'
import { inSandbox } from '../../src/server/sandbox/inSandbox.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { freePort } from '../support/freePort.ts'
import { listBody } from '../support/lists.ts'
import { head } from '../support/rawConnection.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { fieldKml } from '../support/zoneFiles.ts'

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

  async function open(client: Client, request: (authorization: string) => string): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    const { authorization } = bearer(client)
    await new Promise((resolve) => socket.write(request(`Authorization: ${authorization}`), resolve))
    return socket
  }
  const send = (path: string, type: string, body: string, length: number) =>
    open(admin, (authorization) => {
      const headers = [authorization, `Content-Type: ${type}`, `Content-Length: ${length}`]
      return head('POST', basePath + path, ...headers) + body
    })

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

  it('leave the line of files to read', async () => {
    const gate = Promise.withResolvers<[Uint8Array]>()
    const reading = inSandbox(0, 'countPages', () => gate.promise)
    const fields = { 'title"': 'Zone', 'enabled"': 'true', 'zoneFile"; filename="a.kml"': fieldKml() }
    const all = Object.entries(fields).map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}\r\n\r\n${value}\r\n`)
    const body = `${all.join('')}--x--`
    const before = hungUp('rallyZone.create').length
    const socket = await send('/rallyZone', multipart, body, Buffer.byteLength(body))
    socket.end()
    await expect.poll(() => hungUp('rallyZone.create').length).toBe(before + 1)
    gate.resolve([new Uint8Array()])
    await reading
    expect(await admin.rallyZone.getB122TableResults({ body: listBody({}) })).toMatchObject({ totalRows: 0 })
  })

  describe('that wait for a certificate', () => {
    const { people, coil, approve } = checkedProofsOn(server)

    it.each(ways)('leave the line where their connection %s: it is not drawn', async (_, end) => {
      const { ada } = people()
      const { purchaseProof } = await coil()
      const id = purchaseProof?.id ?? 0
      await approve()
      let drawn = 0
      const count = () => void (drawn += 1)
      process.on('worker', count)
      const gate = Promise.withResolvers<void>()
      const drawing = Promise.withResolvers<void>()
      const first = drawPdf(0, () => {
        drawing.resolve()
        return gate.promise
      })
      await drawing.promise
      const before = hungUp('proofCheck.getCertificate').length
      for (let gone = 1; gone <= 3; gone += 1) {
        end(await open(ada, (authorization) => head('GET', `${basePath}/proofCheck/${id}/certificate`, authorization)))
        await expect.poll(() => hungUp('proofCheck.getCertificate').length).toBe(before + gone)
      }
      gate.resolve()
      await first
      expect((await ada.proofCheck.getCertificate({ params: { id }, query: {} })).status).toBe(200)
      process.off('worker', count)
      // The first one and the last.
      expect(drawn).toBe(2)
    })
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
