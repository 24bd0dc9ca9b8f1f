/** The body of a request that is answered before it was read: a refused upload, mostly. Knows one request, no connection. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the answer need not close the connection for: so much is soon discarded, and the next request can follow it. */
const keptOpenMaxBytes = 256 * 1024

/** True where the client may go on sending for long. To be asked when the answer's headers go out. */
export function leavesMuchUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > keptOpenMaxBytes
}

/**
 * Once the answer has gone out, lets the rest of the body pass by. Without it a reader that has stopped holds the bytes, and the next
 * request behind them is never seen.
 */
export function discardUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.readableEnded || incoming.destroyed) return
    incoming.removeAllListeners('data')
    incoming.resume()
  })
}

/**
 * For `Expect: 100-continue`: the client is asked for the body when somebody begins to read it, so that a refused upload is never sent.
 * Node itself closes the connection after an answer without a 100.
 */
export function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.once('resume', () => {
    if (!outgoing.headersSent) outgoing.writeContinue()
  })
}
