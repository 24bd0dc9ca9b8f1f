// @module-tag rest
/** What happens to an upload that the server refuses before it is whole, on a real connection. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basePath } from '../../src/contract/basePath.ts'
import { endpoint, everyRole } from '../../src/contract/endpoint.ts'
import { purchaseProofMaxBytes } from '../../src/contract/purchaseProof.ts'
import { createApp } from '../../src/server/app.ts'
import type { Handlers } from '../../src/server/call.ts'
import { createArrivingBodies } from '../../src/server/http/body/arrivingBodies.ts'
import { listen } from '../../src/server/http/listen/listen.ts'
import { mount } from '../../src/server/http/mount.ts'
import { sendError } from '../../src/server/http/sendError.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { freePort } from '../support/freePort.ts'
import { head, openConnection } from '../support/rawConnection.ts'
import { serverOnPostgres } from '../support/servers.ts'

const upload = `${basePath}/accessory/createOrUpdateUserAccessory`
const tooLong = purchaseProofMaxBytes + 2 * 1024 * 1024
const multipart = 'Content-Type: multipart/form-data; boundary=part'
/** How a body begins that could become right, so that nothing is wrong with it but its length. */
const beginning = '--part\r\nContent-Disposition: form-data; name="purchaseProofFile"; filename="invoice.png"\r\n\r\n'

serverOnPostgres((server) => {
  let port = 0
  let stop: (() => Promise<void>) | undefined
  let token = ''
  beforeAll(async () => {
    port = await freePort()
    stop = (await listen(createApp(server.context), { host: '127.0.0.1', port, drainSeconds: 0 })).finish
    token = `Authorization: ${bearer(await server.signInAs('ROLE_CUSTOMER')).authorization}`
  })
  afterAll(() => stop?.())

  it.each([
    ['401', 'a stranger sends it', () => [head('POST', upload, multipart, 'Content-Length: 3000000'), 'not.authenticated']],
    ['404', 'it goes to no call', () => [head('POST', `${basePath}/nothing`, multipart, 'Content-Length: 3000000'), 'resource.not.found']],
    [
      '413',
      'it says that it is too long',
      () => [head('POST', upload, token, multipart, `Content-Length: ${tooLong}`), 'request.too.large'],
    ],
    ['413', 'it turns out too long', () => [head('POST', upload, token, multipart, 'Transfer-Encoding: chunked'), 'request.too.large']],
  ])('reads %s where %s, and can go on sending', async (status, _, make) => {
    const [sent = '', code = ''] = make()
    const connection = await openConnection(port)
    const isChunked = sent.includes('chunked')
    const size = isChunked ? tooLong : 1_000_000
    // One chunk, of which the last million bytes come after the answer.
    const framing = isChunked ? `${(size + 1_000_000).toString(16)}\r\n` : ''
    await connection.send(sent + framing + beginning.padEnd(size, 'x'))
    const answer = await connection.received(new RegExp(`"${code}"[^]*}$`))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nConnection: close\r\n`, 'i'))
    await connection.ended
    await connection.send('x'.repeat(1_000_000))
    await connection.close()
  })

  it('reads 413 instead of being asked for the body', async () => {
    const connection = await openConnection(port)
    await connection.send(head('POST', upload, token, multipart, `Content-Length: ${tooLong}`, 'Expect: 100-continue'))
    expect(await connection.received(/}$/)).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/i)
    await connection.close()
  })

  it('reads 503 where one account’s stalled bodies leave no room, and another account’s upload comes through', async () => {
    const request = v.strictObject({ purchaseProofFile: v.unknown() })
    const calls = {
      file: { send: endpoint({ method: 'POST', path: '/file', audience: everyRole, body: 'multipart', request, response: v.object({}) }) },
    }
    const handlers: Handlers<typeof calls> = { file: { send: () => Promise.resolve({}) } }
    const app = new Hono().onError((error, c) => sendError(c, error, server.context.log))
    mount(app, '', calls, handlers, {}, server.context, createArrivingBodies(20 * 64 * 1024))
    const own = await freePort()
    const { finish } = await listen(app, { host: '127.0.0.1', port: own, drainSeconds: 0 })
    const [end, size] = ['\r\n--part--', 100_000]
    const length = `Content-Length: ${size + end.length}`

    async function stall(client: Client) {
      const connection = await openConnection(own)
      const authorization = `Authorization: ${bearer(client).authorization}`
      await connection.send(head('POST', '/file', authorization, multipart, length) + beginning.padEnd(size, 'x'))
      return connection
    }

    const [stalling, honest] = [await server.signInAs('ROLE_CUSTOMER'), await server.signInAs('ROLE_CUSTOMER')]
    const stalled = await Promise.all(Array.from({ length: 11 }, () => stall(stalling)))
    const refusal = /^HTTP\/1\.1 503 [^]*\r\nretry-after: \d+\r\n[^]*"service\.unavailable\.error"/i
    const taken = /^HTTP\/1\.1 200 /
    // Ten of two pieces have room.
    await Promise.any(stalled.map(({ received }) => received(refusal)))
    const other = await stall(honest)
    await other.send(end)
    await other.received(taken)
    // The others are whole at last.
    const answers = await Promise.all(
      stalled.map(async ({ send, received, close }) => {
        await send(end)
        const answer = await received(/}$/)
        await close()
        return answer.slice(9, 12)
      }),
    )
    expect(answers.filter((status) => status === '503')).toHaveLength(2)
    expect(answers.filter((status) => status === '200')).toHaveLength(9)
    await other.close()
    await finish()
  })
})
