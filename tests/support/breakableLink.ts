/** A network link to PostgreSQL that a test can cut: a local port that forwards bytes to the server's socket until then. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type BreakableLink = {
  /** The same database through the link. */
  readonly databaseUrl: string
  /** Ends every connection and refuses new ones, like a server that is down. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
}

/** `databaseUrl` names a folder with PostgreSQL's socket, as that of the test server does. */
export async function openBreakableLink(databaseUrl: string): Promise<BreakableLink> {
  const address = new URL(databaseUrl)
  const socketPath = `${address.searchParams.get('host') ?? ''}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()

  const link = createServer((client) => {
    const server = connect(socketPath)
    for (const socket of [client, server]) {
      sockets.add(socket)
      // Both ends report the cut; only the other end needs to know.
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    client.pipe(server).pipe(client)
  })

  async function listen(port: number): Promise<number> {
    link.listen(port, '127.0.0.1')
    await once(link, 'listening')
    const bound = link.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    return bound.port
  }

  const port = await listen(0)
  return {
    databaseUrl: `postgresql://postgres@127.0.0.1:${port}${address.pathname}`,
    cut: async () => {
      const closed = once(link, 'close')
      link.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => {
      await listen(port)
    },
  }
}
