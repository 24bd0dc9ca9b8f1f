/** What an outbox stands on, made for tests: rows, a server that can fail, a clock and timers advanced by hand. */
import { createOutbox } from '../../src/app/outbox/outbox.ts'
import type { OutboxEntry } from '../../src/app/outbox/outboxEntry.ts'
import { createRows } from '../../src/app/browser/rows/browserStore.ts'
import { AppError, type ErrorCode } from '../../src/errors.ts'

type Arrived = { call: string; payload: unknown; idempotencyKey: string; neededAnswer: unknown; isAwaited: boolean }

export type OutboxWorld = ReturnType<typeof createOutboxWorld>

export function createOutboxWorld() {
  let keys = 0
  let last: Promise<unknown> = Promise.resolve()
  const world = {
    arrived: [] as Arrived[],
    /** How the server fails; null: not at all. */
    failure: null as ErrorCode | null,
    /** The only call that fails; null: all of them. */
    failsOnly: null as string | null,
    /** Called before the server answers: it may wait, or throw a refusal. */
    onCall: null as ((call: Omit<Arrived, 'idempotencyKey'>) => Promise<unknown>) | null,
    /** The Retry-After of a failing server. */
    retryAfterSeconds: undefined as number | undefined,
    waits: [] as { task: () => void; delayMs: number }[],
    rows: createRows<OutboxEntry>(null),
    nowMs: Date.parse('2026-11-21T10:00:00Z'),
    /** A page of the app. Two pages share rows and lock, as two tabs do. */
    openPage: ({ owner = 7 }: { owner?: number | null } = {}) =>
      createOutbox({
        rows: world.rows,
        owner: () => owner,
        async send(call, payload, context) {
          await world.onCall?.({ call, payload, ...context })
          const { failure, failsOnly, retryAfterSeconds } = world
          if (failure !== null && (failsOnly === null || failsOnly === call))
            throw new AppError(failure, {
              ...(failure === 'serial.number.already.exists' && { invalidField: 'coilSerial' }),
              ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
            })
          world.arrived.push({ call, payload, ...context })
          return { id: 100 + world.arrived.length }
        },
        runExclusively: inTurn,
        now: () => world.nowMs,
        schedule(task, delayMs) {
          world.waits.push({ task, delayMs })
          return () => {}
        },
        newIdempotencyKey: () => `key-${(keys += 1)}`,
      }),
  }
  function inTurn(task: () => Promise<void>): Promise<void> {
    const turn = last.then(task)
    last = turn.catch(() => {})
    return turn
  }
  return world
}
