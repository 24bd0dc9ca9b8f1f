/**
 * Checks a secret against a limit of wrong guesses. A try is reserved before it is checked, so that no number of tries at once gets past the
 * limit; a right one gives its reservation back. Where all that is left is being checked, further tries wait for one of those to end,
 * so that right ones are not refused for coming at once.
 *
 * The reservations lie in the database, for all servers together. Those who wait stand in one line for each limit and process, of which
 * only the first asks the database: again when a try of this process ends, and from time to time for those of other servers.
 * Knows neither passwords nor tables.
 */
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'

/** A reservation older than this belongs to a server that died: nobody waits for it, and it counts as a wrong guess. */
export const reservationMs = 60_000

/** Less than the 20 s after which the app gives up a call. */
const waitMaxMs = 15_000
/** A waiting try costs no more than an open request, so more may wait than for a hash (passwords.ts). */
const waitingMax = 500
const pollMs = { first: 20, max: 250 }

/** `right` forgets wrong guesses where the limit does so; `unknown` where the check could not be made. */
export type Outcome = 'right' | 'wrong' | 'unknown'

export type GuessLimit = {
  /** Names this limit among all of the process. */
  readonly key: string
  /** Reserves one try. False where all that is left is being checked; throws where nothing is left. */
  readonly reserve: () => Promise<boolean>
  readonly settle: (outcome: Outcome) => Promise<void>
}

/** For `checkGuess` within another: both wait until the same moment. */
export function waitingDeadline(): number {
  return performance.now() + waitMaxMs
}

/**
 * Runs `check` on a reservation; a failure with one of these codes is a wrong guess. Throws what `check` and `reserve` throw, and
 * `service.unavailable.error` after too long a wait or where too many wait already.
 */
export async function checkGuess<T>(
  limit: GuessLimit,
  wrongCodes: readonly ErrorCode[],
  check: () => Promise<T>,
  deadline = waitingDeadline(),
): Promise<T> {
  await reserveInLine(limit, deadline)
  const checked = await check().then(
    (value) => ({ outcome: 'right', value }) as const,
    (thrown: unknown) => ({ outcome: wrongCodes.includes(asAppError(thrown).code) ? 'wrong' : 'unknown', thrown }) as const,
  )
  await limit.settle(checked.outcome).finally(() => wakers.get(limit.key)?.())
  if (checked.outcome === 'right') return checked.value
  throw checked.thrown
}

/** What the last in each line waits for: true once it has a reservation, false where its wait is over. */
const lines = new Map<string, Promise<boolean>>()
/** Calls the first in a line before its time. */
const wakers = new Map<string, () => void>()
let waiting = 0

async function reserveInLine(limit: GuessLimit, deadline: number): Promise<void> {
  const { key } = limit
  if (!lines.has(key) && (await limit.reserve())) return
  if (waiting >= waitingMax) throw new AppError('service.unavailable.error')
  // Where nothing is left for the first, nothing is left for those behind: its refusal is theirs too.
  const turn = (lines.get(key) ?? Promise.resolve(false)).then(() => pollUntil(limit, deadline))
  lines.set(key, turn)
  waiting += 1
  try {
    if (!(await turn)) throw new AppError('service.unavailable.error')
  } finally {
    waiting -= 1
    if (lines.get(key) === turn) lines.delete(key)
  }
}

async function pollUntil({ key, reserve }: GuessLimit, deadline: number): Promise<boolean> {
  for (let delayMs = pollMs.first; !(await reserve()); delayMs = Math.min(2 * delayMs, pollMs.max)) {
    if (performance.now() >= deadline) return false
    await nextEnd(key, delayMs)
  }
  return true
}

/** Until a try of this process ends, or `delayMs` have passed. */
function nextEnd(key: string, delayMs: number): Promise<void> {
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
