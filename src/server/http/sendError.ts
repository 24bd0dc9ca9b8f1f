/** The only place that turns a failure into a response: a code, perhaps a field, and the request id; never prose, a stack or SQL. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { AppError, asAppError } from '../../errors.ts'
import { BucketUnavailable } from '../files/bucketUnavailable.ts'
import { violatedConstraint } from '../db/violatedConstraint.ts'
import { requestScope } from '../config/requestScope.ts'
import { HungUp, hungUp } from './body/hungUp.ts'
import { isDatabaseUnavailable } from './isDatabaseUnavailable.ts'
import { requestIdHeader } from './observe/requestId.ts'

/** What a handler may have said of a content that does not come: with its length, a client would wait for the rest of it. */
const contentHeaders = ['Accept-Ranges', 'Content-Disposition', 'Content-Length', 'Content-Range', 'ETag'] as const

/** If the error itself does not say how long to wait. */
const retryAfterSecondsDefault = 2

/** Logs an error at the level of its kind and responds. */
export function sendError(c: Context, thrown: unknown, log: Logger): Response {
  return sendAppError(c, logError(c, thrown, log))
}

/** Returns what a response would tell the client. */
export function logError(c: Context, thrown: unknown, log: Logger): AppError {
  const error = asUnavailable(thrown) ?? asErased(thrown) ?? asAppError(thrown)
  // The route as declared: a real path may contain typed text.
  const scope = requestScope.getStore()
  const milliseconds = scope && Math.round(performance.now() - scope.beganAt)
  const status = statusOf(error)
  const request = { requestId: nameOf(c), method: c.req.method, route: c.req.routePath, milliseconds }
  const facts = { ...request, status, code: error.code }
  const isFailure = status >= 500
  if (error instanceof HungUp) log.info(request, hungUp)
  else if (isFailure) log.error({ ...facts, err: error.cause ?? error }, 'a call failed')
  else if (!error.isSilent) log.info(facts, 'a call was refused')
  if (scope !== undefined) scope.isLogged = isFailure || !error.isSilent
  return error
}

export function sendAppError(c: Context, error: AppError): Response {
  const status = statusOf(error)
  for (const name of contentHeaders) c.header(name, undefined)
  const retryAfterSeconds = error.retryAfterSeconds ?? (status === 503 || status === 429 ? retryAfterSecondsDefault : undefined)
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  c.header('Cache-Control', 'no-store')
  const field = error.invalidField === undefined ? {} : { invalidField: error.invalidField }
  const meanwhile = error.meanwhile === undefined ? {} : { meanwhile: error.meanwhile }
  return c.json({ message: error.code, ...field, ...meanwhile, requestId: nameOf(c) }, status)
}

/** An AppError is already classified: a client whose connection breaks causes the same ECONNRESET as a database. */
function asUnavailable(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError || !(isDatabaseUnavailable(thrown) || thrown instanceof BucketUnavailable)) return undefined
  return new AppError('service.unavailable.error', { cause: thrown })
}

/** The database refuses rows about an account that was erased since the call began (docs/security.md, 55). */
function asErased(thrown: unknown): AppError | undefined {
  return violatedConstraint(thrown) === 'erased_account' ? new AppError('resource.not.found', { cause: thrown }) : undefined
}

function nameOf(c: Context): string | undefined {
  return c.res.headers.get(requestIdHeader) ?? undefined
}

/** Codes of the device layer (status 0) never belong here. */
function statusOf({ status }: AppError): ContentfulStatusCode {
  // The catalogue contains 0 and statuses from 400 to 599; a test checks this.
  return status === 0 ? 500 : (status as ContentfulStatusCode)
}
