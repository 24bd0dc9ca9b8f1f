/** An https server on localhost with a self-signed certificate of any dates. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { freePort } from './freePort.ts'
import { type Dates, makeCertificate } from './certificate.ts'

export type TlsServer = {
  readonly url: string
  /** The certificate, for a client that is to trust it. */
  readonly cert: string
  /** From now on it shows another certificate. */
  readonly renew: (dates: Dates) => void
  /** How many connections it has had. */
  readonly asked: () => number
  readonly stop: () => Promise<void>
}

export async function startTlsServer(dates: Dates, answer: RequestListener = (_, response) => void response.end()): Promise<TlsServer> {
  const made = makeCertificate(dates)
  const server = createServer(made, answer)
  let asked = 0
  server.on('connection', () => (asked += 1))
  // A client that refuses the certificate is not an error of the server.
  server.on('tlsClientError', () => undefined)
  const port = await freePort()
  server.listen(port)
  await once(server, 'listening')
  return {
    url: `https://localhost:${port}`,
    cert: made.cert,
    renew: (others) => server.setSecureContext(makeCertificate(others)),
    asked: () => asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
