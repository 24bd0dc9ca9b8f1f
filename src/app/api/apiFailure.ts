/** Turns a failed request or an error response into an AppError. Knows no call by name. */
import * as v from 'valibot'
import { meanwhile } from '../../contract/fields.ts'
import { AppError, type ErrorCode, isErrorCode } from '../../errors.ts'

const failureBody = v.object({
  message: v.string(),
  invalidField: v.optional(v.string()),
  meanwhile: v.optional(meanwhile),
  requestId: v.optional(v.string()),
})

/** For responses that come from a proxy instead of the server, and for error codes newer than this app. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'request.invalid',
  401: 'not.authenticated',
  403: 'not.authorized',
  404: 'resource.not.found',
  413: 'request.too.large',
  429: 'too.many.requests.error',
  502: 'service.unavailable.error',
  503: 'service.unavailable.error',
  504: 'service.unavailable.error',
}

export async function readFailure(response: Response): Promise<AppError> {
  const body = v.safeParse(failureBody, await response.json().catch(() => undefined))
  const failed: Partial<v.InferOutput<typeof failureBody>> = body.success ? body.output : {}
  const { message, invalidField, requestId } = failed
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

/** `fetch` rejects and ky times out only when no response arrives. */
export function asNetworkError(cause: unknown): AppError {
  return new AppError('network.offline.error', { cause })
}
