/**
 * Closes a connection so that the client can still read the last response. If a socket is closed with unread bytes, the system resets it,
 * and the client loses what it has not read yet. So: send FIN, discard incoming bytes, close when the client does. The limits follow
 * nginx's lingering_timeout and lingering_time and the contract's largest upload. Knows no HTTP.
 */
import type { Socket } from 'node:net'

const silenceMs = 5_000
const lingerMaxMs = 30_000
const discardMaxBytes = 64 * 1024 * 1024
const checkMs = 250

/** Node's HTTP server calls `destroySoon` after a response with `Connection: close`; this replaces it on one socket. */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    if (!socket.writable) return
    socket.end()
    // Node's HTTP server destroys a socket that has been silent this long.
    socket.setTimeout(silenceMs)
    const endsAt = performance.now() + lingerMaxMs
    const mostBytes = socket.bytesRead + discardMaxBytes
    const check = setInterval(() => {
      if (performance.now() > endsAt || socket.bytesRead > mostBytes) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(check))
  }
}
