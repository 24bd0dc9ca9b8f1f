/**
 * Tracks the connections of an HTTP server: which requests still need a response, and when to close. While the server runs, a response
 * closes its connection only if much of the request's body is unread; once the server stops, every response does. Knows HTTP framing, but
 * no call and no process.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { lingerOnClose } from './lingeringClose.ts'
import { discardUnread, leavesMuchUnread } from './unreadBody.ts'

/** How long to wait for a request on an idle connection after the listener has closed: several times any network round trip. */
const idleMs = 2_000
/** How long a request or its response may make no progress, and how long all of them together may take. */
const stalledMs = 25_000
const finishMaxMs = 5 * 60_000
const checkMs = 50

/** A turn of the event loop without work is shorter than this; and how long to wait for one. */
const quietTurnMs = 0.1
const quietTurnMaxWaitMs = 1_000
/** New requests are held at that point, so most clients soon stop connecting. How long a gap to wait for, and for how long at most. */
const connectionGapMs = 20
const connectionGapMaxWaitMs = 300

type ClientConnection = {
  openRequests: number
  latest: IncomingMessage | undefined
  /** `Connection: close` has been sent: further requests get no response, so they must not be executed either. */
  isClosing: boolean
  /** Bytes read when the last request was done. More bytes mean that another request has started. */
  bytesAtRest: number
  progress: { bytes: number; at: number }
}

export type Connections = {
  /** From now on every response says `Connection: close`. */
  readonly announceClose: () => void
  /** Closes the listener, then each connection once its responses are sent. Resolves when none is left. */
  readonly finish: () => Promise<void>
}

/** Calls `answer` with each request that needs a response. */
export function watchConnections(server: Server, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Connections {
  const connections = new Map<Socket, ClientConnection>()
  let isStopping = false
  /** Requests held back while the listener closes. */
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
      // It gets no response, so its body and anything after it need not be read.
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
      // With pipelining, only the last response closes: later requests are already being executed.
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
    // `close` of the HTTP server destroys idle connections, on which a request may be arriving.
    TcpServer.prototype.close.call(server)
    const waiting = held
    held = undefined
    for (const one of waiting) one()
    const closedAt = performance.now()
    while (connections.size > 0) {
      await Promise.race([closed, pause(checkMs)])
      // Read what the system has buffered before treating a connection as idle.
      await nextTurn()
      const now = performance.now()
      if (now - closedAt > finishMaxMs) server.closeAllConnections()
      for (const [socket, connection] of connections) if (hasStalled(socket, connection, now, closedAt)) socket.destroy()
    }
    await closed
  }

  return { announceClose: () => void (isStopping = true), finish }
}

function hasStalled(socket: Socket, connection: ClientConnection, now: number, closedAt: number): boolean {
  const bytes = socket.bytesRead + socket.bytesWritten
  if (bytes !== connection.progress.bytes) connection.progress = { bytes, at: now }
  const isIdle = connection.openRequests === 0 && (connection.isClosing || socket.bytesRead === connection.bytesAtRest)
  return now - Math.max(connection.progress.at, closedAt) > (isIdle ? idleMs : stalledMs)
}

/** Node fixes the headers in `writeHead`, which it also calls implicitly. */
function beforeHeaders(outgoing: ServerResponse, decide: () => void): void {
  const writeHead = outgoing.writeHead.bind(outgoing)
  const decideAndWrite = (...given: Parameters<typeof writeHead>) => {
    decide()
    return writeHead(...given)
  }
  // `Parameters` only sees the last overload; arguments are passed on unchanged.
  outgoing.writeHead = decideAndWrite as typeof outgoing.writeHead
}

/**
 * Waits until no connection is left in the system's accept queue; closing the listener would reset those. The sign is a short turn of the
 * event loop without a new connection, at first only after a gap between connections. New requests must be held meanwhile, or there may be
 * no short turn.
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
