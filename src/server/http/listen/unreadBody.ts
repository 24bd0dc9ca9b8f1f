/** The body of a request that gets its response before it was read, such as a rejected upload. Knows one request, no connection. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Up to this size the rest is discarded quickly and the connection stays open for the next request. */
const keptOpenMaxBytes = 256 * 1024

/** Whether the client may continue sending for long. Call it when the response's headers are sent. */
export function leavesMuchUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > keptOpenMaxBytes
}

/** Discards the rest of the body after the response. A paused reader would hold it, and the next request would never be read. */
export function discardUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.readableEnded || incoming.destroyed) return
    incoming.removeAllListeners('data')
    incoming.resume()
  })
}

/**
 * For `Expect: 100-continue`: asks the client for the body when reading starts, so that a rejected upload is never sent. Without a 100,
 * Node closes the connection after the response.
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.once('resume', () => {
    if (!outgoing.headersSent) outgoing.writeContinue()
  })
}
