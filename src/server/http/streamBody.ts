/**
 * The body of an answer that is read while it is sent: the next piece when the connection has taken the one before, in turn with other bodies. A
 * failure breaks the connection, because the status is on its way: HTTP shows the client that the answer is incomplete. Knows no call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { hungUp } from './body/hungUp.ts'
import { nextTurn } from './nextTurn.ts'
import { logError } from './sendError.ts'

export type Sending = {
  readonly log: Logger
  /** Throws if the caller may no longer read the answer. Called before each piece but the first. */
  readonly assertMayRead?: () => Promise<void>
  /** Breaks the connection if its client takes nothing for so long. */
  readonly readerPauseMaxMs?: number
}

export function streamBody(
  c: Context,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
  { log, assertMayRead, readerPauseMaxMs }: Sending,
): ReadableStream<Uint8Array> {
  // Not a generator around it: one that is cancelled before it has begun would leave the source open.
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  let isFirst = true
  let isCancelled = false
  let pause: NodeJS.Timeout | undefined
  // Later reads belong to this request too, no matter who asks for them.
  const inRequest = AsyncLocalStorage.snapshot()
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      pull: (controller) => inRequest(pull, controller),
      cancel: () => inRequest(cancel),
    },
    { highWaterMark: 0 },
  )

  function watch(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (readerPauseMaxMs !== undefined) pause = setTimeout(() => void inRequest(breakOff, controller), readerPauseMaxMs)
  }

  /** The client may be there still, but others wait. Only an error closes its connection, on which nothing can be sent. */
  async function breakOff(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    controller.error(new Error('an answer was not taken'))
    await cancel()
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(pause)
    try {
      if (!isFirst) await nextTurn()
      if (isCancelled) return
      if (!isFirst) await assertMayRead?.()
      isFirst = false
      const next = await iterator.next()
      if (isCancelled) return
      if (next.done === true) controller.close()
      else {
        controller.enqueue(typeof next.value === 'string' ? Buffer.from(next.value) : next.value)
        watch(controller)
      }
    } catch (thrown) {
      // The source may have failed because it was closed while it was read.
      if (isCancelled) return
      logError(c, thrown, log)
      // Fails for the same reason, and is not to be printed either.
      await close().catch(() => undefined)
      // oxlint-disable-next-line preserve-caught-error -- the HTTP library prints it, and its cause may contain the parameters of a query
      throw new Error('an answer could not be completed')
    }
  }

  /** Nobody reads on: the client has gone, takes nothing, or has asked for the headers alone. */
  async function cancel(): Promise<void> {
    clearTimeout(pause)
    isCancelled = true
    if (c.req.method !== 'HEAD') log.info({ method: c.req.method }, hungUp)
    await close().catch((thrown: unknown) => log.warn({ err: thrown }, 'an answer could not be ended'))
  }

  async function close(): Promise<void> {
    await iterator.return?.()
  }
}

/** Reads the first piece, whose failure is thrown, for an ordinary error response. The result can be read once. */
export async function begun<Piece>(pieces: AsyncIterable<Piece>): Promise<AsyncIterable<Piece>> {
  const iterator = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<Piece> | undefined = await iterator.next()
  // Not a generator: closed before its first piece is taken, it would leave the source open.
  const whole: AsyncIterator<Piece> = {
    async next() {
      const next = first ?? (await iterator.next())
      first = undefined
      return next
    },
    async return() {
      await iterator.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => whole }
}
