/** What is known of a request while it is handled, wherever its work goes. The log takes the id from here. Knows no HTTP. */
import { AsyncLocalStorage } from 'node:async_hooks'

export type RequestScope = {
  readonly requestId: string
  /** `performance.now()` at its beginning. */
  readonly beganAt: number
  /** The call as the contract names it, `product.update`; undefined for anything else. */
  call: string | undefined
  /** A line in the log says how it ended. */
  isLogged: boolean
  /** Aborted once the client has gone before its answer was sent. */
  readonly signal: AbortSignal
}

/** Work that a request starts and does not wait for stays in its scope too. */
export const requestScope = new AsyncLocalStorage<RequestScope>()

/** What every line of the log says of its request. */
export function factsOfRequest(): { requestId?: string; call?: string } {
  const scope = requestScope.getStore()
  if (scope === undefined) return {}
  const { requestId, call } = scope
  return call === undefined ? { requestId } : { requestId, call }
}

/** Undefined for work that belongs to no request. */
export function signalOfRequest(): AbortSignal | undefined {
  return requestScope.getStore()?.signal
}

export function nameCall(call: string): void {
  const scope = requestScope.getStore()
  if (scope !== undefined) scope.call = call
}
