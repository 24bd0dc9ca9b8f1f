/**
 * The address that a request came from, for counting. A proxy's word is taken only where TRUSTED_PROXIES names the proxy: anybody can send
 * the header.
 */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { isInNetworks, type Network, parseAddress } from '../config/network.ts'
import type { ServerContext } from '../serverContext.ts'

/**
 * @param remote the other end of the connection; undefined where there is none, as on a socket file
 * @param forwardedFor the header X-Forwarded-For: each proxy has added at its end the address it was asked from
 * @returns an IPv4 address, or an IPv6 network of 64 bits, which is what one customer of a provider has; "unknown" where there is neither
 */
export function clientAddress(remote: string | undefined, forwardedFor: string | undefined, trusted: readonly Network[]): string {
  let client = parseAddress(remote)
  const hops = (forwardedFor ?? '').split(',').toReversed()
  for (const hop of hops) {
    if (client === undefined || !isInNetworks(client, trusted)) break
    const next = parseAddress(hop.trim())
    // What is no address ends the chain: the last proxy that we trust is who asked.
    if (next === undefined) break
    client = next
  }
  if (client === undefined) return 'unknown'
  if (client.kind() === 'ipv4') return client.toString()
  const network = new ipaddr.IPv6([...client.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** Reads it off requests. Warns once where a proxy that is not named stands before the server: all its people would be counted as one. */
export function addressReader({ config, log }: Pick<ServerContext, 'config' | 'log'>): (c: Context) => string {
  let hasWarned = false
  return (c) => {
    // A test may ask the app without a connection.
    const remote = c.env?.incoming === undefined ? undefined : getConnInfo(c).remote.address
    const forwardedFor = c.req.header('x-forwarded-for')
    if (forwardedFor !== undefined && !hasWarned && !isTrusted(remote, config.trustedProxies)) {
      hasWarned = true
      log.warn({ remote }, 'X-Forwarded-For from an address that TRUSTED_PROXIES does not name is not believed')
    }
    return clientAddress(remote, forwardedFor, config.trustedProxies)
  }
}

function isTrusted(remote: string | undefined, trusted: readonly Network[]): boolean {
  const address = parseAddress(remote)
  return address !== undefined && isInNetworks(address, trusted)
}
