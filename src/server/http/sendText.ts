/** Sends JSON that is text already, piece by piece. Knows no call. */
import type { Context } from 'hono'
import type { TextToSend } from '../call.ts'
import { matchesEtag } from './sendFile.ts'
import { type Sending, streamBody } from './streamBody.ts'

/** Responds 200, or 304 if the client has the text already. */
export function sendText(c: Context, { mediaType, etag: name, pieces }: TextToSend, sending: Sending): Response {
  c.header('Cache-Control', name === undefined ? 'no-store' : 'private, no-cache')
  if (name !== undefined) {
    const etag = `"${name}"`
    c.header('ETag', etag)
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  }
  c.header('Content-Type', mediaType)
  return c.body(streamBody(c, pieces(), sending))
}
