/** IP networks and addresses, version 4 and 6. Knows no request. */
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Network = readonly [base: Address, bits: number]

/** Accepts "10.0.0.0/8" or a single address. Throws for anything else. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Returns undefined for anything but an address. An IPv4 address mapped to IPv6 (`::ffff:10.0.0.1`) becomes the IPv4 address. */
export function parseAddress(text: string | undefined): Address | undefined {
  return text !== undefined && ipaddr.isValid(text) ? ipaddr.process(text) : undefined
}

export function isInNetworks(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
}
