/** The listener for Prometheus: its own port, so that no proxy of the portal leads to it. Knows no figure. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeListenError } from '../http/listen/describeListenError.ts'
import type { Metrics } from './createMetrics.ts'

export type MetricsServer = {
  /** Where it is read: `http://127.0.0.1:9464/metrics`. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Throws an error with a readable sentence if the port is in use. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  { contentType, read }: Omit<Metrics, 'listener'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    // The address alone; a scrape may have parameters.
    if (request.method !== 'GET' || !/^\/metrics(?:\?|$)/.test(request.url ?? '')) {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(describeListenError(cause, { host, port, prefix: 'METRICS_' }), { cause })
  })
  const { port: used } = server.address() as AddressInfo // Not a pipe: it listens on a port.
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
