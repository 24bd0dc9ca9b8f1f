/** The HTTP application: the contract's calls under their base path, health checks, headers, errors. Knows no port and no process. */
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { basePath, contract } from '../contract/contract.ts'
import { AppError } from '../errors.ts'
import { handlers } from './handlers.ts'
import { serveInstallable } from './http/builtApp/serveInstallable.ts'
import { mount } from './http/mount.ts'
import { requestId } from './http/requestId.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { sendAppError, sendError } from './http/sendError.ts'
import type { ServerContext } from './serverContext.ts'
import { storedForms } from './storedForms.ts'

/** `stopping` is aborted when the process is about to stop. `countAnswer` gets the status of each answered call. */
export function createApp(
  context: ServerContext,
  stopping: AbortSignal = new AbortController().signal,
  countAnswer: (status: number) => void = () => undefined,
): Hono {
  const app = new Hono()
  app.use(requestId, securityHeaders(context.config))
  app.use(`${basePath}/*`, async (c, next) => {
    await next()
    countAnswer(c.res.status)
  })
  app.onError((error, c) => sendError(c, error, context.log))
  // Not logged: anyone can request any path.
  app.notFound((c) => sendAppError(c, new AppError('resource.not.found')))

  /** The process responds. */
  app.get('/livez', (c) => c.json({ isAlive: true }))
  /** The process can do its work. A stopping server reports 503 but still serves calls, so that proxies switch to another server. */
  app.get('/readyz', async (c) => {
    if (stopping.aborted) return sendAppError(c, new AppError('service.unavailable.error'))
    await context.db.execute(sql`select 1`).catch((cause: unknown) => {
      throw new AppError('service.unavailable.error', { cause })
    })
    return c.json({ isReady: true })
  })

  serveInstallable(app, context.config)
  mount(app, basePath, contract, handlers, storedForms, context)
  return app
}
