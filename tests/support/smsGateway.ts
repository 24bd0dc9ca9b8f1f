/** A real HTTP server that accepts SMS like the gateway of SMS_URL, with responses that tests control. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

export type ReceivedSms = {
  readonly to: string
  readonly text: string
  readonly id: string
  readonly key: string
  readonly authorization: string
}

export type SmsGateway = {
  readonly url: string
  /** The accepted messages, oldest first. */
  readonly received: readonly ReceivedSms[]
  /** The status of the next responses; a redirect leads to `url` again. */
  answer: (status: number) => void
  readonly asked: () => number
  readonly stop: () => Promise<void>
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const received: ReceivedSms[] = []
  let status = 200
  let asked = 0
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request)
    asked += 1
    const { authorization = '', 'idempotency-key': key = '' } = request.headers
    // sms.ts documents the shape; a test compares all of it.
    if (status < 300) received.push({ ...(body as { to: string; text: string; id: string }), key: String(key), authorization })
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end()
  }

  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/sms`,
    received,
    answer: (wanted) => {
      status = wanted
    },
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
