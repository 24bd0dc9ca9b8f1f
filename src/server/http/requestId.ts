/** Gives every request an id, so that what a person sees on the screen can be found in the log. Ignores ids sent by clients. */
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

export const requestIdHeader = 'X-Request-Id'

export const requestId: MiddlewareHandler = async (c, next) => {
  c.header(requestIdHeader, randomUUID())
  await next()
}
