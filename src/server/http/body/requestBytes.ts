/** Streams a request's body up to the call's limit. Knows no encoding. */
import { setImmediate } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { AppError } from '../../../errors.ts'
import type { ArrivingBody } from './arrivingBodies.ts'
import { HungUp } from './hungUp.ts'

/** Bytes to process before other requests get a turn. */
const pieceMaxBytes = 64 * 1024

/**
 * Throws `request.too.large`, before the first byte if Content-Length says so, HungUp if the connection breaks, and
 * `service.unavailable.error` if the body gives way to others.
 */
export async function* readBytes(
  c: Context,
  maxBytes: number,
  { gaveWay }: Pick<ArrivingBody, 'gaveWay'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('request.too.large')
  const reader = openBody(c)
  if (reader === undefined) return
  // Rejects a read that waits. The rest stays unread, here and below: cancelling the stream would close the connection before the response
  // is sent.
  gaveWay.addEventListener('abort', () => reader.releaseLock())
  for (let received = 0; ;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      gaveWay.throwIfAborted()
      throw new HungUp(cause)
    })
    if (done) return
    received += value.length
    if (received > maxBytes) throw new AppError('request.too.large')
    yield value
  }
}

/** Regroups what `readBytes` reads into pieces: a body that arrives byte by byte would cost more in objects than in bytes. */
export async function* readPieces(c: Context, maxBytes: number, body: ArrivingBody): AsyncGenerator<Buffer, void> {
  const declaredBytes = Number(c.req.header('content-length'))
  const pieceBytes = declaredBytes > 0 ? Math.min(declaredBytes, pieceMaxBytes) : pieceMaxBytes
  let piece = Buffer.alloc(0)
  let filled = 0
  for await (const chunk of readBytes(c, maxBytes, body)) {
    for (let done = 0; done < chunk.length;) {
      if (filled === piece.length) {
        if (filled > 0) await setImmediate()
        body.hold(pieceBytes)
        piece = Buffer.allocUnsafeSlow(pieceBytes)
        filled = 0
      }
      const part = chunk.subarray(done, done + piece.length - filled)
      piece.set(part, filled)
      done += part.length
      filled += part.length
      if (filled === piece.length) yield piece
    }
  }
  if (filled < piece.length) yield piece.subarray(0, filled)
}

/** A body whose connection has broken already cannot even be opened. */
function openBody(c: Context): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-return -- Node's types do not say that a body consists of bytes
    return c.req.raw.body?.getReader()
  } catch (error) {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings> // As @hono/node-server fills it.
    throw incoming?.destroyed === true ? new HungUp(error) : error
  }
}
