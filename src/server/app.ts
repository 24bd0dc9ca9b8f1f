/** The HTTP application: the contract's calls under their base path, health checks, headers, errors. Knows no port and no process. */
import { sql } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import { basePath, contract } from '../contract/contract.ts'
import { AppError } from '../errors.ts'
import { ownBuild, ownCommit, ownVersion } from './config/ownBuild.ts'
import { rowsOf } from './db/rowsOf.ts'
import { findImageOrigin } from './files/imageAddress.ts'
import { handlers, storedForms } from './handlers.ts'
import { serveInstallable } from './http/builtApp/serveInstallable.ts'
import { mount } from './http/mount.ts'
import { type CallListener, logCalls, observeCalls } from './http/observe/observeCalls.ts'
import { requestId } from './http/observe/requestId.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { serveSecurityTxt } from './http/serveSecurityTxt.ts'
import { sendAppError, sendError } from './http/sendError.ts'
import { serveOpenApi } from './openApi/serveOpenApi.ts'
import type { ServerContext } from './serverContext.ts'

/** `stopping` is aborted when the process is about to stop. `listeners` are called for every request. */
export function createApp(
  context: ServerContext,
  stopping: AbortSignal = new AbortController().signal,
  listeners: readonly CallListener[] = [],
): Hono {
  const app = new Hono()
  app.use(requestId, observeCalls([logCalls(context.log), ...listeners]), securityHeaders(context.config, findImageOrigin(context)))
  app.onError((error, c) => sendError(c, error, context.log))
  // Not logged: anyone can request any path.
  app.notFound((c) => sendAppError(c, new AppError('resource.not.found')))

  /** The process responds, and says which build it runs. */
  app.get('/livez', (c) => c.json({ isAlive: true, version: ownVersion, commit: ownCommit }))
  /** The process can do its work. A stopping server reports 503 but still serves calls, so that proxies switch to another server. */
  app.get('/readyz', async (c) => {
    if (stopping.aborted) return sendAppError(c, new AppError('service.unavailable.error'))
    const answer = context.db.execute(sql`select current_setting('transaction_read_only') = 'off' as takes_writes`)
    const [row] = rowsOf(await answer.catch(unavailable))
    // A standby answers, but takes no writes.
    if (row?.['takes_writes'] !== true) unavailable('the database takes no writes')
    return c.json({ isReady: true })
  })

  serveInstallable(app, context.config)
  serveSecurityTxt(app, context)
  serveOpenApi(app, context.config)
  app.use(`${basePath}/*`, nameBuild)
  mount(app, basePath, contract, handlers, storedForms, context)
  return app
}

/** Servers are upgraded one by one: each answer names the build that it comes from. */
const nameBuild: MiddlewareHandler = async (c, next) => {
  if (ownBuild !== null) c.header('Fieldport-Build', String(ownBuild))
  await next()
}

function unavailable(cause: unknown): never {
  throw new AppError('service.unavailable.error', { cause })
}
