/** The one place where a failure becomes an answer: a code, perhaps a field, and the request's name; never prose, a stack or SQL. */
import { DrizzleQueryError } from 'drizzle-orm'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { AppError, asAppError } from '../errors.ts'
import { isDatabaseUnavailable } from './isDatabaseUnavailable.ts'
import { requestIdHeader } from './requestId.ts'

const retryAfterSeconds = 2

export function answerError(c: Context, thrown: unknown, log: Logger): Response {
  const error = isDatabaseUnavailable(thrown) ? new AppError('service.unavailable.error', { cause: thrown }) : asAppError(thrown)
  // A code of the device's own (status 0) has no business on the server.
  const status = error.status === 0 ? 500 : error.status
  const requestId = c.res.headers.get(requestIdHeader) ?? undefined
  // The route as it is declared: a real path may hold what people typed.
  const facts = { requestId, method: c.req.method, route: c.req.routePath, code: error.code }
  if (status >= 500) log.error({ ...facts, err: withoutParameters(error.cause ?? error) }, 'a call failed')
  else if (!error.isSilent) log.info(facts, 'a call was refused')

  if (status === 503 || status === 429) c.header('Retry-After', String(retryAfterSeconds))
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  c.header('Cache-Control', 'no-store')
  const body = { message: error.code, ...(error.invalidField === undefined ? {} : { invalidField: error.invalidField }), requestId }
  // The catalogue holds statuses from 400 to 599, which a test of it checks.
  return c.json(body, status as ContentfulStatusCode)
}

/** Drizzle puts a query's parameters, hashes and names among them, into its error; the driver's error underneath says what went wrong. */
function withoutParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? withoutParameters(error.cause) : error
}
