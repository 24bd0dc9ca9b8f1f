/** Lets a few pieces of work run at once, in which accounts take turns: much work of one keeps no other waiting. Knows no work. */
import { AppError } from '../../errors.ts'

type Limits = {
  readonly atOnceMax: number
  /** Of one account at once. */
  readonly ofOneMax: number
  readonly waitingMax: number
}

type Piece = { readonly account: number; readonly begin: () => void; readonly refuse: (reason: unknown) => void }

/** Beyond it, an account whose turn was long ago counts as one that had none. */
const rememberedMax = 1_000

/**
 * Returns a function that runs work of an account. Next is the account whose last turn is longest ago. If more than `waitingMax` wait, the
 * last of the account that has most of them, or the last of all, gets `service.unavailable.error`.
 */
export function createTurns({ atOnceMax, ofOneMax, waitingMax }: Limits) {
  const running = new Set<Piece>()
  const waiting = new Set<Piece>()
  /** The number of each account's last turn, the oldest first. */
  const lastTurns = new Map<number, number>()
  let turn = 0

  const since = ({ account }: Piece) => lastTurns.get(account) ?? 0
  const mayBegin = ({ account }: Piece) => [...running].filter((one) => one.account === account).length < ofOneMax

  function noteTurn(account: number): void {
    turn += 1
    lastTurns.delete(account)
    lastTurns.set(account, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > rememberedMax && oldest !== undefined) lastTurns.delete(oldest)
  }

  function beginNext(): void {
    if (running.size >= atOnceMax) return
    // The sort is stable: among those who had none, who came first.
    const [next] = [...waiting].filter(mayBegin).toSorted((one, other) => since(one) - since(other))
    if (next === undefined) return
    waiting.delete(next)
    running.add(next)
    noteTurn(next.account)
    next.begin()
  }

  function refuseBeyondMax(): void {
    if (waiting.size <= waitingMax) return
    const accounts = Map.groupBy(waiting, ({ account }) => account).values()
    const last = [...accounts].reduce((most, one) => (one.length >= most.length ? one : most)).at(-1)
    if (last !== undefined && waiting.delete(last)) last.refuse(new AppError('service.unavailable.error'))
  }

  /** `work` is given what says whether another account waits. It never begins once `signal` is aborted, whose reason is thrown then. */
  return async function inTurn<T>(account: number, work: (isAwaited: () => boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    const piece = { account, begin, refuse }
    waiting.add(piece)
    beginNext()
    refuseBeyondMax()
    if (!running.has(piece)) {
      const leave = () => {
        if (waiting.delete(piece)) refuse(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      await begun.finally(() => signal?.removeEventListener('abort', leave))
    }
    try {
      return await work(() => [...waiting].some((one) => one.account !== account))
    } finally {
      running.delete(piece)
      beginNext()
    }
  }
}
