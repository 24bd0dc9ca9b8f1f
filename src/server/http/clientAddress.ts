/** The client's network address, for counting. X-Forwarded-For is only trusted from TRUSTED_PROXIES, because anyone can send it. */
import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { isInNetworks, type Network, parseAddress } from '../config/network.ts'
import type { ServerContext } from '../serverContext.ts'

/**
 * @param remote the peer of the connection; undefined if there is none, as on a Unix socket
 * @param forwardedFor the header X-Forwarded-For, to which each proxy appends the address of its own client
 * @returns an IPv4 address or an IPv6 /64 network, which a provider assigns to one customer; "unknown" if there is neither
 */
export function clientAddress(remote: string | undefined, forwardedFor: string | undefined, trusted: readonly Network[]): string {
  let client = parseAddress(remote)
  const hops = (forwardedFor ?? '').split(',').toReversed()
  for (const hop of hops) {
    if (client === undefined || !isInNetworks(client, trusted)) break
    const next = parseAddress(hop.trim())
    // An invalid entry ends the chain: the last trusted proxy counts as the client.
    if (next === undefined) break
    client = next
  }
  if (client === undefined) return 'unknown'
  if (client.kind() === 'ipv4') return client.toString()
  const network = new ipaddr.IPv6([...client.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** Reads the address from requests. Warns once about a proxy that is not trusted, because all its users would count as one. */
export function addressReader({ config, log }: Pick<ServerContext, 'config' | 'log'>): (c: Context) => string {
  let hasWarned = false
  return (c) => {
    // Tests may call the app without a connection.
    const remote = (c.env as Partial<HttpBindings> | undefined)?.incoming === undefined ? undefined : getConnInfo(c).remote.address
    const forwardedFor = c.req.header('x-forwarded-for')
    if (forwardedFor !== undefined && !hasWarned && !isTrusted(remote, config.trustedProxies)) {
      hasWarned = true
      log.warn({ remote }, 'ignored X-Forwarded-For from an address that TRUSTED_PROXIES does not list')
    }
    return clientAddress(remote, forwardedFor, config.trustedProxies)
  }
}

function isTrusted(remote: string | undefined, trusted: readonly Network[]): boolean {
  const address = parseAddress(remote)
  return address !== undefined && isInNetworks(address, trusted)
}
