/** Servers that take work from the table of a database. Their kinds are a test's own: the engine knows none. */
import { openLog } from '../../src/server/config/openLog.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { startWork, type WorkTimes } from '../../src/server/work/startWork.ts'
import type { Piece, WorkKind, WorkKinds } from '../../src/server/work/workKind.ts'

/** Names of the real list, for kinds of a test: one that is done once, and one that is done again and again. */
export const step = 'makeBackup'
export const tick = 'cleanUp'

export type Run = (piece: Piece) => Promise<void>

export type Workers = ReturnType<typeof openWorkers>

export function openWorkers(db: Database) {
  const lines: string[] = []
  const done: string[] = []
  const stops: (() => Promise<void>)[] = []
  const context = { db, log: openLog('debug', { write: (line) => void lines.push(line) }), config: readConfig({}) }
  const note: Run = ({ key }) => {
    done.push(key)
    return Promise.resolve()
  }
  function start(kinds: WorkKinds<typeof context>, times: Partial<WorkTimes> = {}) {
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
    startSteps: (run: Run = note, rest: Partial<WorkKind<typeof context>> = {}, times: Partial<WorkTimes> = {}) =>
      start({ [step]: { lane: 'backups', run: (_, piece) => run(piece), ...rest } }, times),
    stopAll: () => Promise.all(stops.splice(0).map((stop) => stop())),
  }
}
