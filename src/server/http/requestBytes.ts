/** The bytes of a request's body as they come, and no more of them than the call admits. Knows no encoding. */
import type { Context } from 'hono'
import { AppError } from '../../errors.ts'

/** Throws `request.too.large` before the first byte where the length is said beforehand, `request.invalid` where the connection broke. */
export async function* readBytes(c: Context, maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('request.too.large')
  const reader = c.req.raw.body?.getReader()
  if (reader === undefined) return
  for (let received = 0; ;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // Nobody is left to be answered, and nothing of ours is at fault.
      throw new AppError('request.invalid', { cause })
    })
    if (done) return
    received += value.length
    // The rest stays unread: to cancel the stream would cut the connection before the answer is out.
    if (received > maxBytes) throw new AppError('request.too.large')
    yield value
  }
}
