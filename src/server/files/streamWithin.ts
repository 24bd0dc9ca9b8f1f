/** Turns a response's body into a stream that fails if nothing comes for a while, and that closes the connection when it is cancelled. */
import { Readable } from 'node:stream'

const stalledMs = 30_000

/** The wait counts only while the reader asks for more: a slow client is no fault of the sender. `asFailure` makes the error to throw. */
export function streamWithin(body: unknown, asFailure: (error: unknown) => Error): ReadableStream<Uint8Array> {
  if (!(body instanceof Readable)) throw new TypeError('the body is no stream of Node.js')
  // A failure before the first read is thrown by that read.
  body.on('error', () => undefined)
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(() => body.destroy(new Error(`nothing within ${stalledMs / 1000} s`)), stalledMs)
        try {
          const next = await chunks.next()
          if (next.done === true) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          throw asFailure(error)
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}
