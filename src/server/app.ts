/** The server's web face: every call of the contract under its base path, health, headers and errors. Knows no port and no process. */
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { basePath, contract } from '../contract/contract.ts'
import { AppError } from '../errors.ts'
import { answerCode, answerError } from './answerError.ts'
import type { ServerContext } from './call.ts'
import { handlers } from './handlers.ts'
import { serveInstallable } from './installable.ts'
import { mount } from './mount.ts'
import { requestId } from './requestId.ts'
import { securityHeaders } from './securityHeaders.ts'

export function createApp(context: ServerContext): Hono {
  const app = new Hono()
  app.use(requestId, securityHeaders(context.config))
  app.onError((error, c) => answerError(c, error, context.log))
  // Not worth a line in the log: anybody can ask for anything.
  app.notFound((c) => answerCode(c, new AppError('resource.not.found')))

  /** The process answers. */
  app.get('/livez', (c) => c.json({ isAlive: true }))
  /** The process can do its work. */
  app.get('/readyz', async (c) => {
    await context.db.execute(sql`select 1`).catch((cause: unknown) => {
      throw new AppError('service.unavailable.error', { cause })
    })
    return c.json({ isReady: true })
  })

  serveInstallable(app, context.config)
  mount(app, basePath, contract, handlers, context)
  return app
}
