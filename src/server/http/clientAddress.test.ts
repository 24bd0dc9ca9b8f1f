import { expect, it } from 'vitest'
import { parseNetwork } from '../config/network.ts'
import { clientAddress } from './clientAddress.ts'

const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'].map(parseNetwork)

it.each([
  ['there is no proxy', '203.0.113.5', undefined, '203.0.113.5'],
  ['a stranger forges the header', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a trusted proxy names the client', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['two trusted proxies are chained', '127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['a client forges proxies before itself', '127.0.0.1', '1.2.3.4, 10.0.0.9, 198.51.100.1', '198.51.100.1'],
  ['all addresses are trusted proxies', '127.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['the header is invalid', '127.0.0.1', '<script>, , 999.1.1.1', '127.0.0.1'],
  ['the header is empty', '127.0.0.1', '', '127.0.0.1'],
  ['an IPv4 address is mapped to IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
  ['a trusted proxy is mapped to IPv6', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 address counts by its /64 network', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', undefined, '2001:db8:1:2::/64'],
  ['another address of the same network counts the same', '2001:db8:1:2::1', undefined, '2001:db8:1:2::/64'],
  ['an IPv6 proxy names the client', 'fd00::1', '2001:db8::1', '2001:db8::/64'],
  ['there is no connection', undefined, '198.51.100.1', 'unknown'],
])('%s', (_, remote, forwardedFor, expected) => {
  expect(clientAddress(remote, forwardedFor, proxies)).toBe(expected)
})

it('parses single addresses and networks, and nothing else', () => {
  expect(parseNetwork('10.0.0.0/8')[1]).toBe(8)
  expect(parseNetwork('::1')[1]).toBe(128)
  for (const text of ['localhost', '10.0.0.0/33', '', '10.0.0.0/']) expect(() => parseNetwork(text)).toThrow(Error)
})
