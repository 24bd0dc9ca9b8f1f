/** Lets one piece of work run at a time, in which accounts take turns: many files of one keep no other waiting. Knows no work. */
import { AppError } from '../../errors.ts'

type Waiting = { readonly account: number; readonly begin: () => void; readonly refuse: (error: AppError) => void }

/** Beyond it, an account whose turn was long ago counts as one that had none. */
const rememberedMax = 1_000

/**
 * Returns a function that runs work of an account. Next is the account whose last turn is longest ago. If more than `waitingMax` wait, the
 * last of the account that has most of them, or the last of all, gets `service.unavailable.error`.
 */
export function createTurns(waitingMax: number) {
  const waiting = new Set<Waiting>()
  /** The number of each account's last turn, the oldest first. */
  const lastTurns = new Map<number, number>()
  let turn = 0
  let isRunning = false

  const since = ({ account }: Waiting) => lastTurns.get(account) ?? 0

  function noteTurn(account: number): void {
    turn += 1
    lastTurns.delete(account)
    lastTurns.set(account, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > rememberedMax && oldest !== undefined) lastTurns.delete(oldest)
  }

  function beginNext(): void {
    // The sort is stable: among those who had none, who came first.
    const [next] = [...waiting].toSorted((one, other) => since(one) - since(other))
    isRunning = next !== undefined
    if (next === undefined) return
    waiting.delete(next)
    next.begin()
  }

  function refuseBeyondMax(): void {
    if (waiting.size <= waitingMax) return
    const accounts = Map.groupBy(waiting, ({ account }) => account).values()
    const last = [...accounts].reduce((most, one) => (one.length >= most.length ? one : most)).at(-1)
    if (last !== undefined && waiting.delete(last)) last.refuse(new AppError('service.unavailable.error'))
  }

  /** `work` is given what says whether another account waits. */
  return async function inTurn<T>(account: number, work: (isAwaited: () => boolean) => Promise<T>): Promise<T> {
    if (isRunning)
      await new Promise<void>((begin, refuse) => {
        waiting.add({ account, begin, refuse })
        refuseBeyondMax()
      })
    isRunning = true
    noteTurn(account)
    try {
      return await work(() => [...waiting].some((one) => one.account !== account))
    } finally {
      beginNext()
    }
  }
}
