/**
 * The figures of this server for Prometheus, named by its conventions. A label has one of a closed list of values: the contract's calls, not
 * addresses. Knows no port.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolFigures } from '../db/connect.ts'
import type { CallListener } from '../http/observe/observeCalls.ts'
import { type FiguresContext, storedFigures, updateOutcomes } from './storedFigures.ts'

/** For what is no call of the contract: files of the app, health checks, unknown addresses. */
const noCall = 'none'
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE'])
/** Most calls take some milliseconds, a sign-in a tenth of a second, an upload some seconds. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export type Metrics = {
  /** Counts and measures what the server answers. */
  readonly listener: CallListener
  /** Of an answer with all figures. */
  readonly contentType: string
  /** All figures as text. */
  readonly read: () => Promise<string>
}

/** `pool` is undefined with the embedded database, which has one connection. */
export function createMetrics(context: FiguresContext, pool?: () => PoolFigures): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'fieldport_http_requests_total',
    help: 'Answered requests, by call of the contract, method and class of the status.',
    labelNames: ['call', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'fieldport_http_request_duration_seconds',
    help: 'Time until an answer was ready; its body may be sent afterwards.',
    labelNames: ['call'],
    buckets: secondsBuckets,
    registers,
  })
  const inFlight = new Gauge({
    name: 'fieldport_http_requests_in_flight',
    help: 'Requests whose answer has not been sent completely.',
    registers,
  })

  addStoredFigures(context, registers)
  if (pool !== undefined) addPool(pool, registers)

  return {
    listener: {
      began: () => inFlight.inc(),
      answered: ({ call = noCall, method, status, milliseconds }) => {
        requests.inc({ call, method: knownMethods.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` })
        seconds.observe({ call }, milliseconds / 1000)
      },
      ended: () => inFlight.dec(),
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}

/** The same on every server of a database: take the maximum, not the sum. Missing while the database does not answer. */
function addStoredFigures(context: FiguresContext, registers: Registry[]): void {
  const read = storedFigures(context)
  // Each reads for itself, because each is written out as soon as it has been read. The figures are read once.
  const waiting = new Gauge({
    name: 'fieldport_outbox_messages',
    help: 'Mails and SMS that wait to be sent.',
    registers,
    collect: async () => {
      const figures = await read()
      if (figures === undefined) waiting.remove()
      else waiting.set(figures.messages)
    },
  })
  const oldest = new Gauge({
    name: 'fieldport_outbox_oldest_message_seconds',
    help: 'Age of the oldest of them.',
    registers,
    collect: async () => {
      const figures = await read()
      if (figures === undefined) oldest.remove()
      else oldest.set(figures.oldestMessageSeconds)
    },
  })
  const updates = new Gauge({
    name: 'fieldport_product_updates_last_day',
    help: 'Firmware updates that began within the last 24 hours, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect: async () => {
      const figures = await read()
      updates.reset()
      if (figures === undefined) return
      for (const outcome of updateOutcomes) updates.set({ outcome }, figures.updates[outcome])
    },
  })
  const late = new Gauge({
    name: 'fieldport_due_work_late',
    help: 'Pieces of work that are due for more than a minute and that no server does, by kind.',
    labelNames: ['kind'],
    registers,
    collect: async () => {
      const figures = await read()
      late.reset()
      for (const { kind, late: count } of figures?.work.kinds ?? []) late.set({ kind }, count)
    },
  })
  const oldestLate = new Gauge({
    name: 'fieldport_due_work_oldest_late_seconds',
    help: 'For how long the oldest of them is due.',
    registers,
    collect: async () => {
      const figures = await read()
      if (figures === undefined) oldestLate.remove()
      else oldestLate.set(figures.work.oldestLateSeconds)
    },
  })
  const failing = new Gauge({
    name: 'fieldport_due_work_failing',
    help: 'Pieces of work whose last attempt failed, by kind.',
    labelNames: ['kind'],
    registers,
    collect: async () => {
      const figures = await read()
      failing.reset()
      for (const { kind, failing: count } of figures?.work.kinds ?? []) failing.set({ kind }, count)
    },
  })
}

function addPool(read: () => PoolFigures, registers: Registry[]): void {
  const connections = new Gauge({
    name: 'fieldport_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { total, idle, waiting } = read()
      connections.set({ state: 'used' }, total - idle)
      connections.set({ state: 'idle' }, idle)
      requestsWaiting.set(waiting)
    },
  })
  const requestsWaiting = new Gauge({
    name: 'fieldport_database_waiting_requests',
    help: 'Work that waits for a connection of the pool.',
    registers,
  })
}
