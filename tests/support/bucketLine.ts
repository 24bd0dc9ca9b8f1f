/** A connection to an S3 server that a test can damage. Knows requests and their bodies; knows no files. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { pipeline, Transform } from 'node:stream'
import { freePort } from './freePort.ts'

type Damage =
  /** One bit of the request's body arrives flipped. */
  | 'flipped'
  /** The connection breaks in the middle of the request's body. */
  | 'cut'
  /** The connection breaks in the middle of the response's body. */
  | 'cutResponse'
  /** The request is never answered. */
  | 'silent'
  /** The request reaches the server, and the connection breaks before its answer. */
  | 'unanswered'

export type BucketLine = {
  /** The S3 server, through the connection. */
  readonly endpoint: string
  /** Damages the matching requests (`METHOD /path?query`) from now on; `null` damages nothing. */
  readonly damage: (how: Damage | null, requests?: RegExp) => void
  /** `METHOD /path?query` of all requests so far. */
  readonly requests: () => readonly string[]
  /** How many responses are still being sent. */
  readonly openResponses: () => number
  readonly close: () => Promise<void>
}

export async function openBucketLine(serverEndpoint: string): Promise<BucketLine> {
  const port = await freePort()
  const server = new URL(serverEndpoint)
  const requests: string[] = []
  let damage: { how: Damage; requests: RegExp } | null = null
  let openResponses = 0

  const line = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    requests.push(`${method} ${url}`)
    const how = damage?.requests.test(`${method} ${url}`) === true ? damage.how : null
    if (how === 'silent') return
    // The Host header is part of the signature, so it is not changed. This connection has answered `Expect` itself.
    const { expect: _, ...forwarded } = headers
    const onward = ask({ host: server.hostname, port: server.port, method, path: url, headers: forwarded })
    pipeline(request, damaging(how, Number(headers['content-length'] ?? 0)), onward, () => undefined)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    if (how === 'unanswered') {
      response.destroy()
      return
    }
    openResponses += 1
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    const lengthBytes = Number(answer.headers['content-length'] ?? 0)
    pipeline(answer, damaging(how === 'cutResponse' ? 'cut' : null, lengthBytes), response, () => (openResponses -= 1))
  }

  line.listen(port, '127.0.0.1')
  await once(line, 'listening')
  return {
    endpoint: `http://127.0.0.1:${port}`,
    damage: (how, matching = /./) => {
      damage = how && { how, requests: matching }
    },
    requests: () => requests,
    openResponses: () => openResponses,
    close: async () => {
      line.close()
      line.closeAllConnections()
    },
  }
}

/** Passes bytes on; damages or stops at the middle. */
function damaging(how: Damage | null, lengthBytes: number): Transform {
  let passedBytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const middle = Math.floor(lengthBytes / 2) - passedBytes
      passedBytes += chunk.length
      if (middle < 0 || middle >= chunk.length) return done(null, chunk)
      if (how === 'cut') return done(new Error('cut'))
      const passed = Buffer.from(chunk)
      if (how === 'flipped') passed.writeUInt8(passed.readUInt8(middle) ^ 1, middle)
      return done(null, passed)
    },
  })
}
