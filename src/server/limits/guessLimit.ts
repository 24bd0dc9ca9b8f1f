/**
 * Limits wrong guesses of a secret. A try is reserved before it is checked, so that concurrent tries cannot exceed the limit; a correct one
 * is refunded. If all remaining tries are being checked, further ones wait for a result, so that correct tries are not rejected for
 * arriving together.
 *
 * Reservations are in the database, shared by all servers. Waiting tries form one queue per limit and process. Only the first in a queue
 * polls the database: when a try of this process ends, and at intervals for those of other servers. Knows no passwords and no tables.
 */
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'

/** An older reservation belongs to a server that died. Nobody waits for it, and it counts as a wrong guess. */
export const reservationMs = 60_000

/** Less than the 20 s after which the app gives up on a call. */
const waitMaxMs = 15_000
/** A waiting try costs no more than an open request, so more may wait than for a hash (auth/passwords/passwords.ts). */
const waitingMax = 500
const pollMs = { first: 20, max: 250 }

/** `right` resets earlier wrong guesses if the limit does so; `unknown` means that the check could not be made. */
export type Outcome = 'right' | 'wrong' | 'unknown'

export type GuessLimit = {
  /** Identifies this limit within the process. */
  readonly key: string
  /** Reserves one try. Returns false if all remaining tries are being checked; throws if none remain. */
  readonly reserve: () => Promise<boolean>
  readonly settle: (outcome: Outcome) => Promise<void>
}

/** For nested calls of `checkGuess`, so that both wait until the same time. */
export function waitingDeadline(): number {
  return performance.now() + waitMaxMs
}

/**
 * Runs `check` on a reservation. A failure with one of these codes is a wrong guess. Throws what `check` and `reserve` throw, and
 * `service.unavailable.error` after waiting too long or if too many are waiting.
 */
export async function checkGuess<T>(
  limit: GuessLimit,
  wrongCodes: readonly ErrorCode[],
  check: () => Promise<T>,
  deadline = waitingDeadline(),
): Promise<T> {
  await reserveInQueue(limit, deadline)
  const checked = await check().then(
    (value) => ({ outcome: 'right', value }) as const,
    (thrown: unknown) => ({ outcome: wrongCodes.includes(asAppError(thrown).code) ? 'wrong' : 'unknown', thrown }) as const,
  )
  await limit.settle(checked.outcome).finally(() => wakers.get(limit.key)?.())
  if (checked.outcome === 'right') return checked.value
  throw checked.thrown
}

/** The turn of the last try in each queue: resolves to true once it has a reservation, false if it waited too long. */
const queues = new Map<string, Promise<boolean>>()
/** Wakes the first try of a queue early. */
const wakers = new Map<string, () => void>()
let waiting = 0

async function reserveInQueue(limit: GuessLimit, deadline: number): Promise<void> {
  const { key } = limit
  if (!queues.has(key) && (await limit.reserve())) return
  if (waiting >= waitingMax) throw new AppError('service.unavailable.error')
  // If nothing is left for the first in the queue, nothing is left for the others: they share its refusal.
  const turn = (queues.get(key) ?? Promise.resolve(false)).then(() => pollUntil(limit, deadline))
  queues.set(key, turn)
  waiting += 1
  try {
    if (!(await turn)) throw new AppError('service.unavailable.error')
  } finally {
    waiting -= 1
    if (queues.get(key) === turn) queues.delete(key)
  }
}

async function pollUntil({ key, reserve }: GuessLimit, deadline: number): Promise<boolean> {
  for (let delayMs = pollMs.first; !(await reserve()); delayMs = Math.min(2 * delayMs, pollMs.max)) {
    if (performance.now() >= deadline) return false
    await nextResult(key, delayMs)
  }
  return true
}

/** Resolves when a try of this process ends or `delayMs` have passed. */
function nextResult(key: string, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      wakers.delete(key)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    wakers.set(key, end)
  })
}
