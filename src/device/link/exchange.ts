import type { ErrorCode } from '../../errors.ts'
import type { Clock } from '../clock.ts'

/** A request, a pause or a drain: one at a time uses the link. */
export type Exchange<Result> = {
  /** Handles the frames that arrive until the exchange ends. */
  onFrame: (frame: Uint8Array) => void
  /** Runs `then` after `ms`; replaces an earlier wait. */
  wait(ms: number, then: () => void): void
  /** Ends the exchange. Only the first result counts. */
  finish(result: Result): void
  fail(cause: ErrorCode): void
}

/** `failure` turns a cause into a result. `onFinish` may be called more than once. */
export function createExchange<Result>(
  clock: Clock,
  failure: (cause: ErrorCode) => Result,
  onFinish: (result: Result) => void,
): Exchange<Result> {
  let stopTimer: (() => void) | undefined

  function finish(result: Result): void {
    stopTimer?.()
    onFinish(result)
  }

  return {
    onFrame: () => {},
    wait: (ms, then) => {
      stopTimer?.()
      stopTimer = clock.schedule(ms, then)
    },
    finish,
    fail: (cause) => finish(failure(cause)),
  }
}
