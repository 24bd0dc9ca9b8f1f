/** Opens the HTTP port, and closes it after running requests are done. Knows no calls. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from '../../config/readConfig.ts'
import { type FixedHeaders, responseWith, sendClientErrors } from './clientErrors.ts'
import { watchConnections } from './connections.ts'
import { describeListenError } from './describeListenError.ts'
import { continueWhenRead } from './unreadBody.ts'

/**
 * Longer than a proxy keeps an idle connection (nginx and most load balancers: 60 s), so that the proxy closes first. If the server closed
 * first, a request could be on its way. Node's default of 5 s suits browsers, which retry by themselves.
 */
const keepAliveMs = 65_000
/** Node's defaults for the whole request and for its headers, written out because they belong together. */
const requestMs = 300_000
const headersMs = 60_000

export type Listening = {
  /** Asks every connection to close, responds for `drainSeconds` more, accepts nothing new, and resolves when all requests are done. */
  readonly finish: () => Promise<void>
}

/** `headers` are in every response. Throws an error with a readable sentence if the port is in use or not permitted. */
export async function listen(
  app: Pick<Hono, 'fetch'>,
  { host, port, drainSeconds }: Pick<Config, 'host' | 'port' | 'drainSeconds'>,
  headers: FixedHeaders = {},
): Promise<Listening> {
  const server = createServer({
    // A longer drain means a proxy with a longer keep-alive (docs/operating.md).
    keepAliveTimeout: Math.max(keepAliveMs, drainSeconds * 1000),
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    ServerResponse: responseWith(headers),
  })
  sendClientErrors(server, headers)
  // Its own cleanup would cut a connection half a second after a response that left a body unread; `connections` closes them instead.
  const connections = watchConnections(server, getRequestListener(app.fetch, { autoCleanupIncoming: false }))
  server.on('checkContinue', (incoming, outgoing) => {
    continueWhenRead(incoming, outgoing)
    server.emit('request', incoming, outgoing)
  })

  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(describeListenError(error, { host, port, prefix: '' }), { cause: error })
  })
  return {
    finish: async () => {
      connections.announceClose()
      await pause(drainSeconds * 1000)
      await connections.finish()
    },
  }
}
