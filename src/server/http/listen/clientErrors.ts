/**
 * Responses that Node's HTTP server sends without asking the app: to a request that is malformed, has too many headers, has no Host header
 * or never ends. They carry the same headers as all other responses. Knows no calls.
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import type { ErrorCode } from '../../../errors.ts'
import type { Config } from '../../config/readConfig.ts'
import { requestIdHeader } from '../observe/requestId.ts'
import { securityHeaders } from '../securityHeaders.ts'

export type FixedHeaders = Readonly<Record<string, string>>

/** The headers that every response carries. */
export async function fixedHeaders(config: Config, imageOrigin?: string): Promise<FixedHeaders> {
  const app = new Hono().use(securityHeaders(config, imageOrigin)).get('/', (c) => c.body(null))
  return Object.fromEntries((await app.request('/')).headers)
}

/** The most recent response of each connection. */
const answers = new WeakMap<Duplex, ServerResponse>()

/** A response class with these headers preset. Headers of the same name set by the app replace them. */
export function responseWith(headers: FixedHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request)
      answers.set(request.socket, this)
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value)
    }
  }
}

/** The server must use `responseWith`. */
export function sendClientErrors(server: Server, headers: FixedHeaders): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = answers.get(socket)
    const isWithinAnswer = begun?.headersSent === true && !begun.writableFinished
    if (socket.writable && !isWithinAnswer) socket.write(refusal(error.code, headers))
    // Close once it is written; the parser does not accept more on this connection.
    if (socket instanceof Socket) socket.destroySoon()
    else socket.destroy()
  })
}

function refusal(errorCode: string | undefined, headers: FixedHeaders): string {
  const [status, message] = reasonOf(errorCode)
  const requestId = randomUUID()
  const body = JSON.stringify({ message, requestId })
  const all = {
    ...headers,
    [requestIdHeader]: requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

/** The statuses are Node's own. */
function reasonOf(errorCode: string | undefined): [status: number, message: ErrorCode] {
  switch (errorCode) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'request.too.large']
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'request.too.large']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'request.invalid']
    default:
      return [400, 'request.invalid']
  }
}
