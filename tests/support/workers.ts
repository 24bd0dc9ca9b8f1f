/** Servers that take work from the table of a database. Their kinds are a test's own: the engine knows none. */
import { openLog } from '../../src/server/config/openLog.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { startWork, type WorkTimes } from '../../src/server/work/startWork.ts'
import type { Piece, WorkKind, WorkKinds } from '../../src/server/work/workKind.ts'

/** Names of the real list, for kinds of a test: two that are done once, and one that is done again and again. */
export const step = 'makeBackup'
export const mail = 'raiseAlerts'
export const tick = 'cleanUp'

export type Run = (piece: Piece) => Promise<void>

type Options = { readonly kind?: Partial<WorkKind<object>>; readonly times?: Partial<WorkTimes>; readonly through?: Database }

export type Workers = ReturnType<typeof openWorkers>

export function openWorkers(db: Database) {
  const lines: string[] = []
  const done: string[] = []
  const stops: (() => Promise<void>)[] = []
  const note: Run = ({ key }) => {
    done.push(key)
    return Promise.resolve()
  }
  function start(kinds: WorkKinds<object>, { times = {}, through = db }: Omit<Options, 'kind'> = {}) {
    const context = { db: through, log: openLog('debug', { write: (line) => void lines.push(line) }), config: readConfig({}) }
    const stop = startWork(context, kinds, { lookEveryMs: 20, ...times })
    stops.push(stop)
    return stop
  }
  return {
    /** The keys of what `note` has done, in its order. */
    done,
    note,
    logged: () => lines.join(''),
    start,
    /** Steps of one lane. Returns what stops the server. */
    startSteps: (run: Run = note, { kind = {}, ...options }: Options = {}) =>
      start({ [step]: { lane: 'backups', run: (_, piece) => run(piece), ...kind } }, options),
    stopAll: () => Promise.all(stops.splice(0).map((stop) => stop())),
  }
}

/** A promise that a test keeps from outside. */
export function createGate() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return { passed: promise, open: () => resolve(undefined) }
}

/** Lasts until its signal is aborted, and gives up then. */
export function untilAborted({ signal }: Piece): Promise<never> {
  return new Promise((_, reject) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- it is an error where nobody says otherwise
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
