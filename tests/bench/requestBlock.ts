/**
 * How long one awkward request keeps all others waiting: the longest that `/livez` takes while requests that each kind of call admits, at its
 * very limits, are sent one after the other to a built server.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { basePath, contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { demoAccounts } from '../../src/server/demo/content/demoAccounts.ts'
import { type AwkwardRequest, excessiveRequests, largestRequests } from '../support/awkwardRequests.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { acceptedRequests } from './acceptedRequests.ts'
import { median } from './averages.ts'
import { startProbe } from './startProbe.ts'

const rounds = 3
const settleMs = 30
const shown = 10

/** One of each kind: signed in or not, JSON, forms, files, lists, keyed ones. */
const asked = {
  'authentication.login': contract.authentication.login,
  'forgotPassword.resetPassword': contract.forgotPassword.resetPassword,
  'register.register': contract.register.register,
  'user.updateProfile': contract.user.updateProfile,
  'user.getB122TableResults': contract.user.getB122TableResults,
  'user.getBetaTesters': contract.user.getBetaTesters,
  'accessory.createOrUpdate': contract.accessory.createOrUpdate,
  'accessory.createOrUpdateUserAccessory': contract.accessory.createOrUpdateUserAccessory,
  'warrantyCode.useCodeForAccessory': contract.warrantyCode.useCodeForAccessory,
  'firmware.create': contract.firmware.create,
} as const satisfies Record<string, Endpoint>

type Sent = {
  readonly name: string
  /** Makes the body; what it gives sends it. */
  readonly prepare: () => Promise<() => Promise<void>>
}

export async function measureRequestBlock() {
  const server = await startBuiltServer({ ACCESS_TOKEN_MINUTES: '60' })
  const probe = startProbe(`${server.url}/livez`)
  try {
    const all = requestsTo(server.url, `Bearer ${await signIn(server.url)}`)
    // What Node has not compiled yet takes longer, once.
    for (const { prepare } of all) await (await prepare())()
    const waits = new Map<string, number[]>(all.map(({ name }) => [name, []]))
    const worst: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const times: number[] = []
      for (const { name, prepare } of all) {
        const send = await prepare()
        await probe.longestWait()
        await send()
        await settle()
        const time = await probe.longestWait()
        times.push(time)
        waits.get(name)?.push(time)
      }
      worst.push(Math.max(...times))
    }
    const medians = [...waits].map(([name, times]) => ({ name, ms: median(times) }))
    const slowest = medians.toSorted((one, other) => other.ms - one.ms).slice(0, shown)
    return { requests: all.length, worstMs: median(worst), slowest }
  } finally {
    await probe.end()
    await server.dispose()
  }
}

function requestsTo(url: string, authorization: string): Sent[] {
  const refused = Object.entries(asked).flatMap(([call, endpoint]: [string, Endpoint]) =>
    [...excessiveRequests(endpoint), ...largestRequests(endpoint)].map((one) => ({
      name: `${call}: ${one.name}`,
      prepare: async () => {
        const send = prepareRequest(url, endpoint, one, authorization)
        return async () => void (await send())
      },
    })),
  )
  const accepted = acceptedRequests.map(({ name, endpoint, form }) => ({
    name,
    prepare: async () => {
      const encoded = new Response(form())
      const body = new Uint8Array(await encoded.arrayBuffer())
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      const send = prepareRequest(url, endpoint, { name, headers, body: () => body }, authorization)
      return async () => {
        const status = await send()
        if (status !== 200) throw new Error(`${name}: ${status}`)
      }
    },
  }))
  return [...refused, ...accepted]
}

export async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: demoAccounts[0]?.username, password: demoPassword })
  const response = await fetch(`${url}${basePath}/api/login`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const session: unknown = await response.json()
  if (typeof session !== 'object' || session === null || !('access_token' in session)) throw new Error('the demo has no administrator')
  return String(session.access_token)
}

/** Makes the body; what it gives sends it, and resolves with the answer's status: 0 where the server closed the connection first. */
function prepareRequest(url: string, endpoint: Endpoint, one: AwkwardRequest, authorization: string): () => Promise<number> {
  const bytes = one.body?.()
  const pieces = bytes !== undefined && one.httpChunkBytes !== undefined ? chunked(bytes, one.httpChunkBytes) : undefined
  const headers = {
    ...one.headers,
    ...(endpoint.audience !== 'anyone' && { authorization }),
    ...(endpoint.isIdempotentByKey && { 'idempotency-key': randomUUID() }),
    ...(pieces ? { 'transfer-encoding': 'chunked' } : bytes && { 'content-length': bytes.length }),
  }
  const address = `${url}${basePath}${endpoint.path}${one.query ?? ''}`
  return () =>
    new Promise((resolve) => {
      const outgoing = request(address, { method: endpoint.method, agent: false, headers }, (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
      })
      outgoing.on('error', () => resolve(0))
      if (pieces === undefined) outgoing.end(bytes)
      else {
        outgoing.flushHeaders()
        outgoing.once('socket', (socket) => socket.write(pieces))
      }
    })
}

/** The body in HTTP chunks of so many bytes, ready for the socket: Node's own client would take longer than the server. */
function chunked(body: Uint8Array, bytes: number): Buffer {
  const [head, end] = [Buffer.from(`${bytes.toString(16)}\r\n`), Buffer.from('\r\n')]
  const whole = Array.from({ length: Math.floor(body.length / bytes) }, (_, index) => body.subarray(index * bytes, (index + 1) * bytes))
  return Buffer.concat([...whole.flatMap((piece) => [head, piece, end]), Buffer.from('0\r\n\r\n')])
}

/** What a refused upload leaves behind is the server's work too. */
function settle(): Promise<void> {
  return new Promise((wake) => {
    setTimeout(wake, settleMs)
  })
}
