/**
 * The connections of an HTTP server: which requests each still owes an answer, and how it ends. Until the server stops, an answer closes its
 * connection only where much of the request's body is unread; from then on every answer does. Knows HTTP's framing, no call and no process.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { lingerOnClose } from './lingeringClose.ts'
import { discardUnread, leavesMuchUnread } from './unreadBody.ts'

/** After the listener has closed: how long a request may be on its way on a connection that has none. Several times round the world. */
const idleMs = 2_000
/** How long a request or its answer may stand still, and how long all of them together may take. */
const stalledMs = 25_000
const finishMaxMs = 5 * 60_000
const checkMs = 50

/** A turn of the event loop in which nothing else happened takes less; how long such a turn is waited for. */
const quietTurnMs = 0.1
const quietTurnMaxWaitMs = 1_000
/** Requests are held by then, so most clients soon stop connecting: the gap that is waited for, and how long it is waited for. */
const connectionGapMs = 20
const connectionGapMaxWaitMs = 300

type Connection = {
  openRequests: number
  latest: IncomingMessage | undefined
  /** `Connection: close` has been sent: what comes now is not answered, so it must not be done either. */
  isClosing: boolean
  /** What had come when its last request was done. More than that is the beginning of another. */
  bytesAtRest: number
  progress: { bytes: number; at: number }
}

export type Connections = {
  /** From here on every answer says `Connection: close`. */
  readonly announceClose: () => void
  /** Closes the listener, then each connection once it owes nothing; resolves when none is left. */
  readonly finish: () => Promise<void>
}

/** Calls `answer` with each request that is to be answered. */
export function watchConnections(server: Server, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Connections {
  const connections = new Map<Socket, Connection>()
  let isStopping = false
  /** Requests that wait while the listener closes. */
  let held: (() => unknown)[] | undefined

  server.on('connection', (socket) => {
    connections.set(socket, {
      openRequests: 0,
      latest: undefined,
      isClosing: false,
      bytesAtRest: 0,
      progress: { bytes: 0, at: performance.now() },
    })
    socket.once('close', () => connections.delete(socket))
    lingerOnClose(socket)
  })

  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (connection === undefined) return
    if (connection.isClosing) {
      // It is not answered any more, so its body and what comes after it need not be read.
      socket.pause()
      return
    }
    connection.latest = incoming
    connection.openRequests += 1
    outgoing.once('close', () => {
      connection.openRequests -= 1
      connection.bytesAtRest = socket.bytesRead
    })
    discardUnread(incoming, outgoing)
    beforeHeaders(outgoing, () => {
      // In a pipeline only the last answer closes: the requests behind this one are being worked on.
      const isLast = connection.latest === incoming
      if (isLast && (isStopping || leavesMuchUnread(incoming))) outgoing.shouldKeepAlive = false
      connection.isClosing = !outgoing.shouldKeepAlive
    })
    if (held === undefined) answer(incoming, outgoing)
    else held.push(() => answer(incoming, outgoing))
  })

  async function finish(): Promise<void> {
    isStopping = true
    const closed = new Promise((resolve) => {
      server.once('close', resolve)
    })
    held = []
    await acceptQueueEmpty(server)
    // The HTTP server's own `close` destroys idle connections, on which a request may just be arriving.
    TcpServer.prototype.close.call(server)
    const waiting = held
    held = undefined
    for (const one of waiting) one()
    const closedAt = performance.now()
    while (connections.size > 0) {
      await Promise.race([closed, pause(checkMs)])
      // What the system holds is read before a connection counts as idle.
      await nextTurn()
      const now = performance.now()
      if (now - closedAt > finishMaxMs) server.closeAllConnections()
      for (const [socket, connection] of connections) if (isGivenUp(socket, connection, now, closedAt)) socket.destroy()
    }
    await closed
  }

  return { announceClose: () => void (isStopping = true), finish }
}

function isGivenUp(socket: Socket, connection: Connection, now: number, closedAt: number): boolean {
  const bytes = socket.bytesRead + socket.bytesWritten
  if (bytes !== connection.progress.bytes) connection.progress = { bytes, at: now }
  const isIdle = connection.openRequests === 0 && (connection.isClosing || socket.bytesRead === connection.bytesAtRest)
  return now - Math.max(connection.progress.at, closedAt) > (isIdle ? idleMs : stalledMs)
}

/** Node settles the headers in `writeHead`, also where nobody calls it. */
function beforeHeaders(outgoing: ServerResponse, decide: () => void): void {
  const writeHead = outgoing.writeHead.bind(outgoing)
  const decideAndWrite = (...given: Parameters<typeof writeHead>) => {
    decide()
    return writeHead(...given)
  }
  // Parameters knows only the last of the overloads; whatever is given is passed on as it is.
  outgoing.writeHead = decideAndWrite as typeof outgoing.writeHead
}

/**
 * Waits until the system holds no connection that has not been accepted: closing the listener would reset them. A short turn of the event
 * loop in which none was accepted is the moment, at first only after a gap between connections. New requests must not be worked on meanwhile,
 * or there may be no short turn.
 */
async function acceptQueueEmpty(server: Server): Promise<void> {
  const startedAt = performance.now()
  let acceptedAt = startedAt
  const note = () => {
    acceptedAt = performance.now()
  }
  server.on('connection', note)
  for (let turnAt = startedAt; turnAt - startedAt < quietTurnMaxWaitMs;) {
    await nextTurn()
    const now = performance.now()
    const gapMs = now - startedAt < connectionGapMaxWaitMs ? connectionGapMs : 0
    if (acceptedAt < turnAt && now - acceptedAt > gapMs && now - turnAt < quietTurnMs) break
    turnAt = now
  }
  server.off('connection', note)
}
