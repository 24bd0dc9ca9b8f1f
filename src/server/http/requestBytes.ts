/** Streams a request's body up to the call's limit. Knows no encoding. */
import type { Context } from 'hono'
import { AppError } from '../../errors.ts'

/** Throws `request.too.large`, before the first byte if Content-Length says so, and `request.invalid` if the connection breaks. */
export async function* readBytes(c: Context, maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('request.too.large')
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node's types do not say that a body consists of bytes
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined = c.req.raw.body?.getReader()
  if (reader === undefined) return
  for (let received = 0; ;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // The client is gone, and the server is not at fault.
      throw new AppError('request.invalid', { cause })
    })
    if (done) return
    received += value.length
    // The rest stays unread: cancelling the stream would close the connection before the response is sent.
    if (received > maxBytes) throw new AppError('request.too.large')
    yield value
  }
}
