/** The certificate that a host shows to a browser. Knows no limit and no portal. */
import { connect } from 'node:tls'

export type Certificate = {
  readonly startsAt: Date
  readonly endsAt: Date
  /** Why a browser would refuse it: OpenSSL's code, or what the host's name does not match. Undefined if it would not. */
  readonly problem: string | undefined
}

const timeoutMs = 10_000

/** Throws if nothing answers, or what answers speaks no TLS. A certificate that nobody trusts is returned too, with its `problem`. */
export async function askCertificate(address: string): Promise<Certificate> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // Nothing is sent over this connection: it is made to look at a certificate, also at a wrong one.
    const socket = connect({ host, port: Number(port || 443), servername: isIpAddress(host) ? '' : host, rejectUnauthorized: false })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
      const { authorizationError: problem } = socket
      resolve({
        startsAt: new Date(from),
        endsAt: new Date(to),
        // Typed as an Error, it is the code as text, except for a wrong name.
        problem: problem === null || problem === undefined ? undefined : problem instanceof Error ? problem.message : String(problem),
      })
      socket.end()
    })
  })
}

function isIpAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host)
}
