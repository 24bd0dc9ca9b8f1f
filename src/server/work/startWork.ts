/**
 * Does what the table of due work says, while the server runs: a loop for each lane. Timers here only say when to look next; what is due, the
 * table says, by the database's clock.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/readConfig.ts'
import { messageOf } from '../config/messageOf.ts'
import type { Database } from '../db/connect.ts'
import { minuteMs } from '../limits/durations.ts'
import { type Claim, type LaneOfServer, renewClaim, takeWork } from './claims.ts'
import { bringForward, findDue, seedRepeating } from './lookForWork.ts'
import { type Outcome, settle } from './settle.ts'
import { retryMaxMs, takenKinds, type WorkKind, type WorkKinds } from './workKind.ts'

type LeastContext = { readonly db: Database; readonly log: Logger; readonly config: Config }

export type WorkTimes = {
  /** After this a piece of another server is taken that was killed. */
  readonly leaseMs: number
  /** How soon a piece is seen that somebody scheduled. Looking is one indexed query. */
  readonly lookEveryMs: number
}
const defaultTimes: WorkTimes = { leaseMs: minuteMs, lookEveryMs: 5_000 }
const errorLength = 300

/**
 * Returns a function that stops it: a piece that is being done may finish or give up, and what it gives up is free for other servers at once.
 * Without the database it goes on looking for it.
 */
export function startWork<Context extends LeastContext>(
  context: Context,
  kinds: WorkKinds<Context>,
  times: Partial<WorkTimes> = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const server = { server: randomUUID(), ...defaultTimes, ...times, stopping: stopping.signal }
  const lanes = Map.groupBy(Object.entries(kinds), ([, { lane }]) => lane)
  const loops = [...lanes].map(([name, ofLane]) => {
    const lane = { name, all: ofLane.map(([kind]) => kind), ...takenKinds(Object.fromEntries(ofLane), context.config) }
    return runLane(context, new Map(ofLane), { ...server, lane })
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

type Kinds<Context> = ReadonlyMap<string, WorkKind<Context>>
type Loop = WorkTimes & { readonly server: string; readonly stopping: AbortSignal; readonly lane: LaneOfServer }

async function runLane<Context extends LeastContext>(context: Context, kinds: Kinds<Context>, loop: Loop): Promise<void> {
  const { db, log } = context
  const { lane, stopping, lookEveryMs } = loop
  if (lane.taken.length === 0) return
  const repeating = [...kinds].flatMap(([kind, { every }]) => (every && lane.taken.includes(kind) ? [{ kind, every }] : []))
  let isSeeded = false

  /** Does one piece, if one is due. Returns when to look again. */
  async function look(): Promise<number> {
    if (!isSeeded) await seedRepeating(db, repeating)
    isSeeded = true
    const { firstMs, lastMs } = await findDue(db, lane)
    if (lastMs !== undefined && lastMs > retryMaxMs) await bringForward(db, repeating)
    if (firstMs === undefined || firstMs > lookEveryMs) return lookEveryMs
    if (firstMs > 0) return Math.ceil(firstMs)
    const claim = await takeWork(db, lane, loop)
    const kind = kinds.get(claim?.kind ?? '')
    if (claim === undefined || kind === undefined) return lookEveryMs
    await doPiece(context, kind, claim, loop)
    return 0
  }

  while (!stopping.aborted) {
    const waitMs = await look().catch((error: unknown) => {
      log.warn({ err: error, lane: lane.name }, 'it could not be seen what work is due; retrying')
      return lookEveryMs
    })
    // Rejects only when aborted.
    if (waitMs > 0) await pause(waitMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function doPiece<Context extends LeastContext>(
  context: Context,
  kind: WorkKind<Context>,
  claim: Claim,
  { leaseMs, lookEveryMs, stopping }: Loop,
): Promise<void> {
  const { db, log } = context
  const facts = { work: claim.kind, key: claim.key, attempts: claim.attempts }
  const lost = new AbortController()
  const endRenewing = keepRenewing(db, claim, leaseMs, (reason) => lost.abort(new Error(reason)))

  async function run(): Promise<Outcome> {
    try {
      await kind.run(context, { key: claim.key, dueAt: claim.dueAt, signal: AbortSignal.any([stopping, lost.signal]) })
      return { is: 'done', next: kind.every }
    } catch (error) {
      if (stopping.aborted) return { is: 'givenUp' }
      log.warn({ ...facts, err: error }, lost.signal.aborted ? 'a piece of work was given up' : 'a piece of work failed and is tried again')
      const retryAt = kind.retryAt ?? retryLater
      return { is: 'failed', error: sentenceOf(error), retryAt: (now) => retryAt(now, claim.attempts) }
    }
  }

  async function trySettle(outcome: Outcome): Promise<boolean> {
    try {
      await settle(db, claim, outcome)
      return true
    } catch (error) {
      log.warn({ ...facts, err: error }, 'it could not be noted what became of a piece of work')
      // Its claim runs out.
      return stopping.aborted
    }
  }

  try {
    const outcome = await run()
    for (let isSettled = false; !isSettled;) {
      isSettled = await trySettle(outcome)
      if (!isSettled) await pause(lookEveryMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  } finally {
    endRenewing()
  }
}

/** Calls `lose` once the piece is not this server's any more, or may not be, because the database was away for longer than the lease. */
function keepRenewing(db: Database, claim: Claim, leaseMs: number, lose: (reason: string) => void): () => void {
  let renewedAt = performance.now()
  async function renew(): Promise<void> {
    const startedAt = performance.now()
    if (!(await renewClaim(db, claim, leaseMs))) return lose('The work was cancelled, or another server has taken it over.')
    renewedAt = startedAt
  }
  const renewal = setInterval(() => {
    renew().catch(() => {
      if (performance.now() - renewedAt > leaseMs) lose('The database was away for too long.')
    })
  }, leaseMs / 3)
  return () => clearInterval(renewal)
}

/** After 1, 2, 4 … minutes. */
function retryLater(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(minuteMs * 2 ** (attempts - 1), retryMaxMs))
}

/** Without the parameters of a query. */
function sentenceOf(error: unknown): string {
  return (messageOf(error).split('\n')[0] ?? '').slice(0, errorLength)
}
