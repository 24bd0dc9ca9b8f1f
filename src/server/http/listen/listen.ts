/** The HTTP socket: opens it, and closes it once what it took is done. Knows no calls. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from '../../config/readConfig.ts'
import { type FixedHeaders, responseWith, sendClientErrors } from './clientErrors.ts'
import { watchConnections } from './connections.ts'
import { continueWhenRead } from './unreadBody.ts'

/**
 * Longer than a proxy keeps an idle connection (nginx and most load balancers: 60 s), so that it is the proxy who closes: a server that
 * closes may do so while a request is on its way. Node's 5 s are made for browsers, which ask again by themselves.
 */
const keepAliveMs = 65_000
/** Node's own defaults, named because they belong together: the whole request, its headers. */
const requestMs = 300_000
const headersMs = 60_000

export type Listening = {
  /** Tells every connection to close while it answers for `drainSeconds` more, takes nothing new, lets what runs end, then resolves. */
  readonly finish: () => Promise<void>
}

/**
 * `headers` are in every answer, the app's or Node's own. Throws a describeListenError for the person who starts it where the port is taken or may not
 * be opened.
 */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  { host, port, drainSeconds }: Pick<Config, 'host' | 'port' | 'drainSeconds'>,
  headers: FixedHeaders = {},
): Promise<Listening> {
  const server = createServer({
    // A proxy that keeps connections for longer than that has a drain to match.
    keepAliveTimeout: Math.max(keepAliveMs, drainSeconds * 1000),
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    ServerResponse: responseWith(headers),
  })
  sendClientErrors(server, headers)
  // Its own clean-up would cut a connection half a second after an answer that left a body unread; `connections` ends them instead.
  const connections = watchConnections(server, getRequestListener(app.fetch, { autoCleanupIncoming: false }))
  server.on('checkContinue', (incoming, outgoing) => {
    continueWhenRead(incoming, outgoing)
    server.emit('request', incoming, outgoing)
  })

  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(describeListenError(error, host, port), { cause: error })
  })
  return {
    finish: async () => {
      connections.announceClose()
      await pause(drainSeconds * 1000)
      await connections.finish()
    },
  }
}

function describeListenError(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
  return `Could not listen on ${host}:${port}: ${String(error)}`
}
