/**
 * The client: one typed call for each endpoint of the contract, `api.productUpdate.create({ body })`. Knows HTTP, tokens and error codes;
 * knows no DOM, no storage and no words, so that it runs in Node against the real server too. `api.ts` holds the browser's own instance.
 */
import ky from 'ky'
import * as v from 'valibot'
import { authentication } from '../../contract/authentication.ts'
import { configuration } from '../../contract/configuration.ts'
import type { contract } from '../../contract/contract.ts'
import { type Answer, type Contract, type Endpoint, fileAnswer, type FileAnswer, type Parts } from '../../contract/endpoint.ts'
import type { Asked } from '../../contract/effects.ts'
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'
import { asNetworkError, checkFile, isForeign, readAnswer, readFailure } from './apiFailure.ts'
import { encodeRequest } from './encodeRequest.ts'
import { createTokenRefresh, type ApiSession, type Due } from './tokenRefresh.ts'
import { withProof } from './withProof.ts'

/** A call without an upload or a download answers within this, a server that starts included. */
const callTimeoutMs = 20_000

export type CallOptions = {
  readonly signal?: AbortSignal
  /** For endpoints with `isIdempotentByKey`: the same key sent again gets the first answer. */
  readonly idempotencyKey?: string
  /** What the record holds that this call edits, by the names of its form: whether it wants fresh proof may depend on it. */
  readonly stored?: Asked['stored']
  /** Sends this call in place of the client's own: an upload that tells how far it is (uploadFetch.ts). */
  readonly fetch?: typeof globalThis.fetch
  /** Of a file, only what follows the bytes that are here already; answered by 206, or by all of it where its content is another one. */
  readonly resume?: { readonly fromByte: number; readonly sha256: string }
}

type Given<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Result<E extends Endpoint> = E['response'] extends FileAnswer ? Response : Answer<E>
type Call<E extends Endpoint> = (keyof Given<Parts<E>> extends never
  ? (options?: CallOptions) => Promise<Result<E>>
  : (request: Given<Parts<E>> & CallOptions) => Promise<Result<E>>) &
  Named

/** Entity and call, as the contract names them: where the keys of its queries begin (queryOf.ts). */
export type Named = { readonly queryKey: readonly [entity: string, call: string] }

type ContractObject = typeof contract
export type Api = {
  readonly [W in keyof ContractObject]: {
    readonly [C in keyof ContractObject[W]]: ContractObject[W][C] extends Endpoint ? Call<ContractObject[W][C]> : never
  }
}

type ApiSetting = {
  readonly fetch: typeof globalThis.fetch
  readonly session: ApiSession
  readonly baseUrl: string
  readonly readLocale?: () => string
  readonly build?: number
  readonly noteAnswer?: (answer: Response | 'foreign') => void
}

type AnyRequest = CallOptions & Partial<Parts<Endpoint>>

/**
 * @param fetch what sends: the browser's, or a test's that asks the server's application directly
 * @param baseUrl where the contract is mounted: absolute in Node, `/backend` in the browser
 * @param session where tokens are read from and written to, and what ends when they are refused
 * @param readLocale the reader's language, by which some lists are sorted; otherwise the server takes the one that it knows
 * @param build the number of the app's build: the server answers pages with more than programs (contract/firmware.ts)
 * @param noteAnswer called with each response: the server's own, or that something else has answered in its place
 * @returns calls that resolve to the parsed answer (a file: the `Response`), or reject with an `AppError`; an aborted call rejects with its reason
 */
export function createApi({ fetch, session, baseUrl, readLocale, build, noteAnswer }: ApiSetting): Api {
  const http = ky.create({ fetch, retry: 0, throwHttpErrors: false, timeout: callTimeoutMs })

  async function send(endpoint: Endpoint, request: AnyRequest, accessToken: string | undefined): Promise<Response> {
    const { path, ...encoded } = encodeRequest(endpoint, request)
    const headers = new Headers()
    if (readLocale !== undefined) headers.set('Accept-Language', readLocale())
    if (build !== undefined) headers.set('Fieldport-Build', String(build))
    if (accessToken !== undefined) headers.set('Authorization', `Bearer ${accessToken}`)
    if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey)
    if (request.resume !== undefined) {
      headers.set('Range', `bytes=${request.resume.fromByte}-`)
      headers.set('If-Range', `"${request.resume.sha256}"`)
    }
    try {
      return await http(baseUrl + path, {
        method: endpoint.method,
        headers,
        ...encoded,
        ...(request.signal && { signal: request.signal }),
        ...(request.fetch && { fetch: request.fetch }),
        ...((endpoint.body === 'multipart' || endpoint.response === fileAnswer) && { timeout: false }),
        // Files are one person's; the browser's own cache knows no person.
        ...(endpoint.response === fileAnswer && { cache: 'no-store' }),
      })
    } catch (error) {
      if (request.signal?.aborted) throw error
      throw asNetworkError(error)
    }
  }

  const refresh = createTokenRefresh(session, async (refreshToken) => {
    const body = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return answerTo(authentication.refresh, { body }, undefined)
  })

  async function answerTo<E extends Endpoint>(endpoint: E, request: AnyRequest, accessToken: string | undefined): Promise<Result<E>> {
    const response = await send(endpoint, request, accessToken)
    try {
      const answer = await read(endpoint, response)
      noteAnswer?.(response)
      return answer
    } catch (error) {
      noteAnswer?.(isForeign(error) ? 'foreign' : response)
      throw error
    }
  }

  async function call(endpoint: Endpoint, request: AnyRequest): Promise<unknown> {
    // What anybody may call needs no token, and its 401 is its own answer: login, reset-password and token calls (section 7).
    if (endpoint.audience === 'anyone') return answerTo(endpoint, request, undefined)
    if (session.isLeaving?.() && endpoint !== authentication.logout) throw new AppError('not.authenticated')
    const current = session.read()
    try {
      return await answerTo(endpoint, request, current?.impersonateToken ?? current?.access_token)
    } catch (error) {
      if (current === null || asAppError(error).status !== 401) throw error
      if (current.impersonateToken !== undefined) {
        // Not repeated: the next session is another person's.
        session.endImpersonation?.(current.impersonateToken)
        throw error
      }
    }
    const refreshed = await refresh(current)
    return answerTo(endpoint, request, refreshed.access_token)
  }

  function noticeDue(error: unknown): never {
    const due = error instanceof AppError ? dueOf[error.code] : undefined
    if (due !== undefined) session.noteDue?.(due)
    throw error
  }

  async function callNamed(entity: string, name: string, request: AnyRequest): Promise<unknown> {
    // Synchronously where possible: signing out must still send the session it ends.
    const endpoint = known[entity]?.[name] ?? (await loadContract())[entity]?.[name]
    if (endpoint === undefined) throw new TypeError(`the contract has no call ${entity}.${name}`)
    return withProof(endpoint, request, session, () => call(endpoint, request))
  }

  const entities = madeWhenRead((entity) =>
    madeWhenRead((name) => {
      const callByName = (request: AnyRequest = {}) => callNamed(entity, name, request).catch(noticeDue)
      return Object.assign(callByName, { queryKey: [entity, name] })
    }),
  )
  // Has every call of the contract, whose type `Api` maps over.
  return entities as unknown as Api
}

const dueOf: Readonly<Partial<Record<ErrorCode, Due>>> = {
  'password.choice.required.error': 'password',
  'factor.enrolment.required.error': 'factor',
}

/** The sign-in's calls; the whole contract comes with the layouts, or with the first other call. */
let known: Contract = { authentication, configuration }

/** For a screen that brings its own calls along, so that they do not wait for the whole contract. */
export function addCalls(calls: Contract): void {
  known = { ...calls, ...known }
}

async function loadContract(): Promise<Contract> {
  try {
    const { contract: whole } = await import('../../contract/contract.ts')
    known = whole
    return whole
  } catch (error) {
    throw asNetworkError(error)
  }
}

/** An object whose properties are made when they are first read. */
function madeWhenRead<T>(make: (key: string) => T): Record<string, T> {
  return new Proxy<Record<string, T>>({}, { get: (made, key) => (typeof key === 'string' ? (made[key] ??= make(key)) : undefined) })
}

async function read<E extends Endpoint>(endpoint: E, response: Response): Promise<Result<E>>
async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await readFailure(response)
  const schema = schemaOf(endpoint)
  return schema === undefined ? checkFile(response) : readAnswer(schema, response)
}

/** Undefined for a file. */
function schemaOf({ response }: Endpoint): v.GenericSchema | undefined {
  if (response.kind === 'textAnswer') return response.schema
  return response.kind === 'fileAnswer' ? undefined : response
}
