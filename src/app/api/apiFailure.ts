/**
 * Tells what the server has answered from what something between has: a gateway, a network's sign-in page. Only an answer of ours counts
 * (evidence: its header, or its shape where headers were taken away); all else is a server that was not reached. Knows no call by name.
 */
import * as v from 'valibot'
import { meanwhile } from '../../contract/fields.ts'
import { AppError, type ErrorCode, isErrorCode } from '../../errors.ts'

const failureBody = v.object({
  message: v.string(),
  invalidField: v.optional(v.string()),
  meanwhile: v.optional(meanwhile),
  requestId: v.optional(v.string()),
})

/** For error codes newer than this app. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'request.invalid',
  401: 'not.authenticated',
  403: 'not.authorized',
  404: 'resource.not.found',
  413: 'request.too.large',
  429: 'too.many.requests.error',
  503: 'service.unavailable.error',
}

/** Every answer of the server to a call has it; others set request ids, too. */
function hasOwnHeader(response: Response): boolean {
  return response.headers.has('Fieldport-Build')
}

/** Who has refused: the server, by its header or by a code of the catalogue with a request id; or nobody that is known. */
export async function readFailure(response: Response): Promise<AppError> {
  const body = v.safeParse(failureBody, await response.json().catch(() => undefined))
  const failed: Partial<v.InferOutput<typeof failureBody>> = body.success ? body.output : {}
  const { message, invalidField, requestId } = failed
  if (!hasOwnHeader(response) && !(isErrorCode(message) && requestId !== undefined)) return asNotReached(response)
  const code = isErrorCode(message) ? message : (codeOfStatus[response.status] ?? 'internal.server.error')
  const id = requestId ?? response.headers.get('X-Request-Id') ?? undefined
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new AppError(code, {
    ...(invalidField !== undefined && { invalidField }),
    ...(id !== undefined && { requestId: id }),
    ...(failed.meanwhile !== undefined && { meanwhile: failed.meanwhile }),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
  })
}

/** What an answer's schema has taken, or a failure. Without our header, a schema that takes anything proves nothing. */
export async function readAnswer(schema: v.GenericSchema, response: Response): Promise<unknown> {
  const isMarked = hasOwnHeader(response)
  const requestId = response.headers.get('X-Request-Id')
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = v.safeParse(schema, body)
  if (parsed.success && (isMarked || !v.is(schema, {}) || hasKnownKeys(schema, body))) return parsed.output
  if (!isMarked) throw asNotReached(response)
  throw new AppError('response.invalid.error', { cause: parsed.issues, ...(requestId !== null && { requestId }) })
}

function hasKnownKeys(schema: v.GenericSchema, body: unknown): boolean {
  const known = 'entries' in schema && typeof schema.entries === 'object' && schema.entries !== null ? Object.keys(schema.entries) : []
  return typeof body === 'object' && body !== null && Object.keys(body).every((key) => known.includes(key))
}

/** The server names its build or the file. What the bytes are is judged by their hash, elsewhere. */
export function checkFile(response: Response): Response {
  if (hasOwnHeader(response) || response.headers.has('Content-Disposition')) return response
  throw asNotReached(response)
}

/** `fetch` rejects and ky times out only when no response arrives. */
export function asNetworkError(cause: unknown): AppError {
  return new AppError('network.offline.error', { cause })
}

/** The cause of a failure where something else has answered. */
class ForeignAnswer extends Error {}

function asNotReached({ status, headers }: Response): AppError {
  return asNetworkError(new ForeignAnswer(`status ${status}, ${headers.get('Content-Type') ?? 'no type'}`))
}

export function isForeign(failure: unknown): boolean {
  return failure instanceof AppError && failure.cause instanceof ForeignAnswer
}
