/**
 * Closes a connection so that the client can still read the last answer. A socket that is closed with unread bytes in it is reset by the
 * system, and a reset throws away what the client has not read yet. So: send FIN, keep discarding what comes, close when the client does.
 * The limits are those of nginx's lingering_timeout and lingering_time, and the largest upload of the contract. Knows no HTTP.
 */
import type { Socket } from 'node:net'

const silenceMs = 5_000
const lingerMaxMs = 30_000
const discardMaxBytes = 64 * 1024 * 1024
const checkMs = 250

/** Node's HTTP server calls `destroySoon` after an answer that says `Connection: close`; this replaces it on one socket. */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    if (!socket.writable) return
    socket.end()
    // Node's HTTP server destroys a socket that is silent for so long.
    socket.setTimeout(silenceMs)
    const endsAt = performance.now() + lingerMaxMs
    const mostBytes = socket.bytesRead + discardMaxBytes
    const check = setInterval(() => {
      if (performance.now() > endsAt || socket.bytesRead > mostBytes) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(check))
  }
}
