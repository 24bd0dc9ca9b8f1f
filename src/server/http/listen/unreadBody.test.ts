import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tests/support/freePort.ts'
import { head, openConnection } from '../../../../tests/support/rawConnection.ts'
import { listen } from './listen.ts'

const mebibyte = 'x'.repeat(1024 * 1024)
const contentLength = `Content-Length: ${mebibyte.length}`
const chunk = `${mebibyte.length.toString(16)}\r\n${mebibyte}\r\n`
const chunked = 'Transfer-Encoding: chunked'

const app = new Hono()
  .post('/echo', async (c) => c.text(await c.req.text()))
  .post('/limited', bodyLimit({ maxSize: 1000, onError: (c) => c.text('too large', 413) }), (c) => c.text('taken'))
  .post('/begun', (c) => {
    // Like a limit that checks for a body: reading starts here but stops after a few bytes.
    if (c.req.raw.body === null) return c.text('nothing', 400)
    return c.text('refused', 400)
  })
  .post('/refused', (c) => c.text('refused', 401))
  .get('/', (c) => c.text('quick'))

let port = 0
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  port = await freePort()
  stop = (await listen(app, { host: '127.0.0.1', port, drainSeconds: 0 })).finish
})
afterAll(() => stop?.())

describe.each([
  ['without reading it', '/refused', contentLength, mebibyte],
  ['by its length', '/limited', contentLength, mebibyte],
  ['in the middle', '/limited', chunked, chunk],
  ['after a beginning', '/begun', contentLength, mebibyte],
  ['after a beginning, in chunks', '/begun', chunked, chunk],
])('an upload that is refused %s', (_, path, framing, body) => {
  it('gets its response while it is still being sent, and may be sent to the end', async () => {
    const connection = await openConnection(port)
    await connection.send(head('POST', path, framing) + body.slice(0, 2000))
    expect(await connection.received(/refused$|too large$/)).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\nConnection: close\r\n/i)
    await connection.ended
    // A closed connection would be reset here.
    await connection.send(body.slice(2000))
    await connection.close()
  })

  it('gets its response even if the client reads only after sending everything', async () => {
    const connection = await openConnection(port)
    await connection.send(head('POST', path, framing) + body + (framing === chunked ? chunk.repeat(8) : ''))
    await connection.ended
    expect(await connection.close()).toMatch(/refused$|too large$/)
  })
})

it.each([
  ['not read', '/refused'],
  ['begun', '/begun'],
])('keeps the connection if the unread body is small: %s', async (_, path) => {
  const connection = await openConnection(port)
  const body = 'x'.repeat(200_000)
  await connection.send(head('POST', path, `Content-Length: ${body.length}`) + body.slice(0, 100_000))
  expect(await connection.received(/refused$/)).toMatch(/\r\nConnection: keep-alive\r\n/i)
  await connection.send(body.slice(100_000) + head('GET', '/'))
  expect(await connection.received(/quick$/)).toContain('200 OK')
  await connection.close()
})

it('works with fetch, which sends and reads at the same time, and serves the next request', async () => {
  for (const body of [mebibyte.repeat(8), 'small']) {
    const answer = await fetch(`http://127.0.0.1:${port}/refused`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([401, 'refused'])
  }
})

it('never asks for a rejected body if the client waits for 100 Continue', async () => {
  const connection = await openConnection(port)
  await connection.send(head('POST', '/refused', contentLength, 'Expect: 100-continue'))
  expect(await connection.received(/refused$/)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/i)
  await connection.ended
  await connection.close()
})

it('asks a client that waits for 100 Continue for a body it needs', async () => {
  const connection = await openConnection(port)
  await connection.send(head('POST', '/echo', 'Content-Length: 4', 'Expect: 100-continue'))
  await connection.received(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
  await connection.send('body')
  expect(await connection.received(/body$/)).toMatch(/HTTP\/1\.1 200 [^]*\r\nConnection: keep-alive\r\n/i)
  await connection.close()
})
