/** Gives every request an id, so that what a person sees on the screen can be found in the log. Ignores ids sent by clients. */
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { requestScope } from '../../config/requestScope.ts'
import { HungUp } from '../body/hungUp.ts'

export const requestIdHeader = 'X-Request-Id'

export const requestId: MiddlewareHandler = async (c, next) => {
  const id = randomUUID()
  c.header(requestIdHeader, id)
  const gone = new AbortController()
  const { signal } = c.req.raw
  signal.addEventListener('abort', () => gone.abort(new HungUp(signal.reason)))
  const scope = { requestId: id, beganAt: performance.now(), call: undefined, isLogged: false, signal: gone.signal }
  await requestScope.run(scope, next)
}
