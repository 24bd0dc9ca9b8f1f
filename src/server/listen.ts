/** The HTTP socket: opens it, and closes it once what it took is done. Knows no calls. */
import { once } from 'node:events'
import { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from './config.ts'

/** How long a stopping server waits for the slowest answer. */
const finishMs = 25_000
const idleCheckMs = 50

export type Listening = {
  /** Takes nothing new, lets what runs end, then resolves. */
  readonly finish: () => Promise<void>
}

/** Throws a sentence for whoever started it where the port is taken or may not be opened. */
export async function listen(app: Hono, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch })
  if (!(server instanceof Server)) throw new Error('an HTTP/1.1 server was expected')
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(sentence(error, host, port), { cause: error })
  })
  return { finish: () => finish(server) }
}

function sentence(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
  return `Could not listen on ${host}:${port}: ${String(error)}`
}

async function finish(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A kept-alive connection becomes idle only when its answer has gone out.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const late = setTimeout(() => server.closeAllConnections(), finishMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
