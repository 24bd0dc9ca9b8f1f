/**
 * Answers the app's calls in place of the server. Requests are parsed by the contract's schemas, as on the server, and handlers have the
 * contract's types. A call without a handler fails the test.
 */
import * as v from 'valibot'
import { contract } from '../../src/contract/contract.ts'
import { basePath } from '../../src/contract/basePath.ts'
import type { Answer, Endpoint, FileAnswer, Parts } from '../../src/contract/endpoint.ts'
import { AppError, asAppError, isErrorCode } from '../../src/errors.ts'
import { namedAnswer } from '../support/namedAnswer.ts'
import { fakeUploads } from './fakeUploads.ts'

type Entities = typeof contract
type Reply<E extends Endpoint> = E['response'] extends FileAnswer ? Response : Answer<E>
/** Answers one call; an `AppError` that it throws is sent as the server would send it. */
type Handler<E> = E extends Endpoint ? (parts: Parts<E>) => Reply<E> | Promise<Reply<E>> : never
export type FakeCalls = {
  readonly [W in keyof Entities]?: { readonly [C in keyof Entities[W]]?: Handler<Entities[W][C]> } | undefined
}

/** Such as "product.create". */
export type CallName = { [E in keyof Entities]: `${E}.${keyof Entities[E] & string}` }[keyof Entities]

/** A call that was made, and what it sent. */
export type SeenCall = { readonly name: CallName; readonly parts: unknown; readonly idempotencyKey: string | null }

type Route = { readonly name: CallName; readonly endpoint: Endpoint; readonly pattern: RegExp; readonly handler: AnyHandler | undefined }
type AnyHandler = (parts: { params: unknown; query: unknown; body: unknown }) => unknown

/** What one `startFakeApi` answers with, and what has been asked of it. */
type Server = { readonly routes: readonly Route[]; readonly seen: SeenCall[]; readonly unexpected: string[] }

/** The browser's own. The app never gets it for its calls, not even between two tests. */
const network = globalThis.fetch
let server: Server | null = null
let unexpected: string[] = []

globalThis.fetch = async (input, init) => {
  const request = new Request(input instanceof Request ? input : new URL(input, location.href), init)
  if (!isCall(request.url)) return network(request)
  const response = await receive(request)
  if (response.type === 'error') throw new TypeError('Failed to fetch')
  return response
}
fakeUploads(receive)

/** Later handlers replace earlier ones of the same call. Returns the calls seen from now on, in their order. */
export function startFakeApi(...layers: readonly FakeCalls[]): readonly SeenCall[] {
  const seen: SeenCall[] = []
  server = { routes: routesOf(layers), seen, unexpected }
  return seen
}

/** From now on calls stay pending until they are aborted. Returns the calls of this test that had no handler. */
export function stopFakeApi(): { readonly unexpected: readonly string[] } {
  server = null
  gatewayStatus = null
  const without = unexpected
  unexpected = []
  return { unexpected: without }
}

let gatewayStatus: number | null = null

/** From now on something between here and the server answers every call in its place, with this status; null ends it. */
export function setGateway(status: number | null): void {
  gatewayStatus = status
}

/** An answer that waits until the test releases it. */
export function held<T>(): { readonly answer: () => Promise<T>; readonly release: (value: T) => void } {
  const waiting: ((value: T) => void)[] = []
  const answer = new Promise<T>((resolve) => {
    waiting.push(resolve)
  })
  return { answer: () => answer, release: (value) => waiting.forEach((resolve) => resolve(value)) }
}

/** An answer that fails until the test ends that. */
export function failing<P extends unknown[], T>(
  answer: (...parts: P) => T,
  ...why: ConstructorParameters<typeof AppError>
): { readonly answer: (...parts: P) => T; readonly end: () => void } {
  let isOver = false
  return {
    answer(...parts) {
      if (!isOver) throw new AppError(...why)
      return answer(...parts)
    },
    end() {
      isOver = true
    },
  }
}

function isCall(url: string): boolean {
  return new URL(url).pathname.startsWith(`${basePath}/`)
}

/** Rejects once the request is aborted, as a real `fetch` does. */
async function receive(request: Request): Promise<Response> {
  const { signal } = request
  signal.throwIfAborted()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race(server === null ? [aborted] : [answerCall(server, request), aborted])
}

function routesOf(layers: readonly FakeCalls[]): Route[] {
  return Object.entries<Record<string, Endpoint>>(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).map(([call, endpoint]) => ({
      // Safe: both names come from the contract.
      name: `${entity}.${call}` as CallName,
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      handler: handlerOf(layers, entity, call),
    })),
  )
}

function handlerOf(layers: readonly FakeCalls[], entity: string, call: string): AnyHandler | undefined {
  // The cast is safe: the names come from the contract, and the call's own schemas parse what the handler gets.
  const found = layers.map((calls) => (calls as Record<string, Record<string, AnyHandler> | undefined>)[entity]?.[call])
  return found.findLast((handler) => handler !== undefined)
}

async function answerCall({ routes, seen, unexpected: without }: Server, request: Request): Promise<Response> {
  if (gatewayStatus !== null)
    return new Response('<!doctype html><h1>Sign in to this network</h1>', {
      status: gatewayStatus,
      headers: { 'Content-Type': 'text/html' },
    })
  const { pathname, searchParams } = new URL(request.url)
  const path = decodeURI(pathname.slice(basePath.length))
  // A literal path comes before one with a parameter ("/product/getAllNotDeleted" before "/product/{id}").
  const matching = routes
    .filter(({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(path))
    .toSorted((one, other) => one.endpoint.path.split('{').length - other.endpoint.path.split('{').length)
  const [route] = matching
  if (route?.handler === undefined) {
    without.push(`${request.method} ${path}`)
    return failure(new AppError('internal.server.error'))
  }
  try {
    const { endpoint, pattern, name, handler } = route
    const parts = {
      params: parse(endpoint.params, pattern.exec(path)?.groups),
      query: parse(endpoint.query, collect(searchParams)),
      body: parse(endpoint.request, await readBody(request, endpoint)),
    }
    seen.push({ name, parts, idempotencyKey: request.headers.get('Idempotency-Key') })
    const reply = await handler(parts)
    return namedAnswer(reply instanceof Response ? reply : Response.json(reply))
  } catch (thrown) {
    return failure(asAppError(thrown))
  }
}

/** Like the server's own (server/http/body/readRequest.ts): a mistake in a form is refused on its field. */
function parse(schema: v.GenericSchema | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined
  const { success, output, issues } = v.safeParse(schema, input)
  if (success) return output
  const [{ message, path }] = issues
  const field = path?.[0]?.key
  if (!isErrorCode(message)) throw new AppError('request.invalid')
  throw new AppError(message, typeof field === 'string' ? { invalidField: field } : {})
}

async function readBody(request: Request, { body }: Endpoint): Promise<unknown> {
  if (body === 'none') return undefined
  return body === 'json' ? request.json() : collect(await request.formData())
}

/** A key that comes more than once holds a list. */
function collect(entries: URLSearchParams | FormData): Record<string, unknown> {
  const lists = new Map<string, unknown[]>()
  for (const [key, value] of entries) lists.set(key, [...(lists.get(key) ?? []), value])
  return Object.fromEntries([...lists].map(([key, values]) => [key, values.length === 1 ? values[0] : values]))
}

function failure({ code, status, invalidField, requestId, retryAfterSeconds, meanwhile }: AppError): Response {
  // Status 0: the server could not be reached.
  if (status === 0) return Response.error()
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return namedAnswer(Response.json({ message: code, invalidField, meanwhile, requestId }, { status, headers }))
}
