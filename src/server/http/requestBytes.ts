/** Streams a request's body up to the call's limit. Knows no encoding. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import { HungUp } from './hungUp.ts'

/** Throws `request.too.large`, before the first byte if Content-Length says so, and HungUp if the connection breaks. */
export async function* readBytes(c: Context, maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('request.too.large')
  const reader = openBody(c)
  if (reader === undefined) return
  for (let received = 0; ;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new HungUp(cause)
    })
    if (done) return
    received += value.length
    // The rest stays unread: cancelling the stream would close the connection before the response is sent.
    if (received > maxBytes) throw new AppError('request.too.large')
    yield value
  }
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
