import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../config/readConfig.ts'
import { fixedHeaders, responseWith, sendClientErrors } from './clientErrors.ts'

const headers = await fixedHeaders(readConfig({ PUBLIC_URL: 'https://update.example.com' }))
const stop: (() => void)[] = []
afterEach(() => stop.splice(0).forEach((one) => one()))

/** Connects to a server that runs this app. */
async function connectTo(app: Hono, options: ServerOptions = {}): Promise<Socket> {
  const listener = getRequestListener(app.fetch)
  const server = createServer(
    { ...options, ServerResponse: responseWith(headers) },
    (request, response) => void listener(request, response),
  )
  sendClientErrors(server, headers)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop.push(() => server.close())
  // A server that listens on TCP has an address with a port.
  return connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
}

/** Everything the server sends in response to these bytes until it closes the connection. */
async function answerTo(sent: string, options?: ServerOptions): Promise<string> {
  const app = new Hono().onError((_, c) => c.text('broken', 500))
  app.all('*', async (c) => c.text(`got ${(await c.req.text()).length}`))
  const socket = await connectTo(app, options)
  let received = ''
  socket.on('data', (text: string) => (received += text)).write(sent)
  await once(socket, 'close')
  return received
}

const request = 'POST / HTTP/1.1\r\nHost: x\r\n'

it.each([
  ['a malformed request line', 'rubbish\r\n\r\n', 400, 'request.invalid'],
  ['a malformed header', `${request}no header\r\n\r\n`, 400, 'request.invalid'],
  ['two content lengths', `${request}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'request.invalid'],
  ['a content length with chunked encoding', `${request}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400, 'request.invalid'],
  ['a chunk without a length', `${request}Transfer-Encoding: chunked\r\n\r\nz\r\n`, 400, 'request.invalid'],
  ['endless headers', `${request}a: ${'x'.repeat(20_000)}`, 431, 'request.too.large'],
  ['an endless chunk extension', `${request}Transfer-Encoding: chunked\r\n\r\n1;a=${'x'.repeat(20_000)}`, 413, 'request.too.large'],
])('responds to %s with a code and the usual headers', async (_, sent, status, message) => {
  const answer = await answerTo(sent)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z][A-Za-z ]+\r\n`))
  for (const [name, value] of Object.entries(headers)) expect(answer).toContain(`${name}: ${value}\r\n`)
  expect(answer).toContain('\r\nConnection: close\r\n')
  const [, requestId = ''] = /\r\nX-Request-Id: (\S+)\r\n/.exec(answer) ?? []
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ message, requestId })
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(['content-security-policy', 'strict-transport-security', 'x-content-type-options']),
  )
})

it('does the same for a request that does not end in time', async () => {
  const answer = await answerTo(request, { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 })
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain("frame-ancestors 'none'")
})

it.each([
  ['a missing host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', `${request}Expect: a miracle\r\nConnection: close\r\n\r\n`, 417],
  ['an ordinary request', `${request}Content-Length: 2\r\nConnection: close\r\n\r\nab`, 200],
])('sends the usual headers in response to %s', async (_, sent, status) => {
  const answer = (await answerTo(sent)).toLowerCase()
  expect(answer).toMatch(new RegExp(`^http/1\\.1 ${status} `))
  expect(answer.match(/\r\ncontent-security-policy: [^\r]*frame-ancestors 'none'/g)).toHaveLength(1)
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
})

it('writes nothing into a response that has started', async () => {
  const app = new Hono().all('*', (c) =>
    c.body(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('begun'))
        },
      }),
    ),
  )
  const socket = await connectTo(app)
  let received = ''
  socket.on('data', (text: string) => {
    if (received === '') socket.write('z\r\n')
    received += text
  })
  socket.write(`${request}Transfer-Encoding: chunked\r\n\r\n`)
  await once(socket, 'close')
  expect(received).toContain('begun')
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
