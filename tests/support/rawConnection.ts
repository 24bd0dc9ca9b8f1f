/** A TCP connection that speaks HTTP by hand: half requests, pipelining, bodies that continue after the response. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type RawConnection = {
  /** Resolves once the system has accepted everything; rejects if the connection is broken. */
  readonly send: (text: string) => Promise<void>
  /** Resolves with all data so far once it matches. Rejects if the connection ends first. */
  readonly received: (pattern: RegExp) => Promise<string>
  /** The server has ended its side of the connection. */
  readonly ended: Promise<unknown>
  /** Ends the client's side. Resolves with all data, or rejects if the connection was reset. */
  readonly close: () => Promise<string>
}

export async function openConnection(port: number): Promise<RawConnection> {
  // Half-open, so that it can continue to send after the server's FIN.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let text = ''
  let failure: Error | undefined
  const look = new Set<() => void>()
  const noteAll = () => {
    for (const one of look) one()
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    noteAll()
  })
  socket.on('error', (error) => (failure = error))
  const ended = new Promise((resolve) => {
    socket.once('end', resolve)
    socket.once('close', resolve)
  })
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  void ended.then(noteAll)

  return {
    ended,
    send: (part) =>
      new Promise((resolve, reject) => {
        socket.write(part, (error) => (error ? reject(error) : resolve()))
      }),
    received: (pattern) =>
      new Promise((resolve, reject) => {
        const one = () => {
          if (pattern.test(text)) resolve(text)
          else if (socket.readableEnded || socket.destroyed) reject(failure ?? new Error(`the connection ended after: ${text}`))
          else return
          look.delete(one)
        }
        look.add(one)
        one()
      }),
    close: async () => {
      socket.end()
      await closed
      if (failure) throw failure
      return text
    },
  }
}

/** The head of a request, including the empty line after it. */
export function head(method: string, path: string, ...lines: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: portal.test', ...lines, '', ''].join('\r\n')
}
