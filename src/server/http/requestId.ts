/** Names every request, so that what a person reads on the screen is found in the log. A name sent by a client is not trusted. */
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

export const requestIdHeader = 'X-Request-Id'

export const requestId: MiddlewareHandler = async (c, next) => {
  c.header(requestIdHeader, randomUUID())
  await next()
}
