/**
 * Tells listeners of every request: that it began, how it was answered, and that its answer has been sent. The one place where calls are
 * counted, measured and logged. Knows no listener but the log.
 */
import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { requestScope } from '../../config/requestScope.ts'

type AnsweredCall = {
  /** As the contract names it, `product.update`; undefined for anything else, such as a file of the app or an unknown address. */
  readonly call: string | undefined
  readonly method: string
  readonly status: number
  /** Until the answer was ready. Its body may still be on its way. */
  readonly milliseconds: number
}

/** Called in the scope of the request, and must neither throw nor wait. */
export type CallListener = {
  readonly began?: () => void
  readonly answered?: (call: AnsweredCall) => void
  /** The whole answer has been sent, or the connection is closed. */
  readonly ended?: () => void
}

export function observeCalls(listeners: readonly CallListener[]): MiddlewareHandler {
  return async (c, next) => {
    const beganAt = requestScope.getStore()?.beganAt ?? performance.now()
    for (const { began } of listeners) began?.()
    // Before the work, because a connection may close meanwhile.
    const outgoing = outgoingOf(c)
    outgoing?.once('close', end)
    await next()
    const milliseconds = performance.now() - beganAt
    const answered = { call: requestScope.getStore()?.call, method: c.req.method, status: c.res.status, milliseconds }
    for (const listener of listeners) listener.answered?.(answered)
    if (outgoing === undefined) end()
  }

  function end(): void {
    for (const { ended } of listeners) ended?.()
  }
}

/** One line for each answered call, unless a failure or a refusal has been logged already. The mixin of the log names request and call. */
export function logCalls(log: Logger): CallListener {
  return {
    answered: ({ call, method, status, milliseconds }) => {
      if (call === undefined || requestScope.getStore()?.isLogged === true) return
      log.info({ method, status, milliseconds: Math.round(milliseconds) }, 'a call was answered')
    },
  }
}

/** Node's own answer; undefined where the application is asked without a port, as tests do. */
function outgoingOf(c: Context): ServerResponse | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse } // As @hono/node-server fills it.
  return outgoing
}
