/** A clock that advances only when all code is waiting: minutes of waiting take milliseconds, and every run is the same. */
import type { Clock } from '../../src/device/clock.ts'

export type VirtualClock = Clock & {
  /** Advances until `promise` is settled. Throws if that takes longer than `maxMs`, or if no timer is left. */
  until<T>(promise: Promise<T>, maxMs: number): Promise<T>
  /** Advances by this time. */
  pass(ms: number): Promise<void>
}

type Timer = { readonly atMs: number; readonly run: () => void }

export function createVirtualClock(): VirtualClock {
  let nowMs = 0
  const timers = new Set<Timer>()

  function schedule(delayMs: number, run: () => void): () => void {
    const timer = { atMs: nowMs + delayMs, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  /** Of several timers for the same time, the one scheduled first: a Set keeps its order. */
  function nextTimer(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of timers) if (next === undefined || timer.atMs < next.atMs) next = timer
    return next
  }

  async function until<T>(promise: Promise<T>, maxMs: number): Promise<T> {
    const giveUpAtMs = nowMs + maxMs
    const work = { isSettled: false }
    const settled = promise.finally(() => {
      work.isSettled = true
    })
    // Returned below; until then a rejection must not count as unhandled.
    settled.catch(() => {})
    await microtasks()
    while (!work.isSettled) {
      const timer = nextTimer()
      if (timer === undefined) throw new Error('hangs: no timer is left')
      if (timer.atMs > giveUpAtMs) throw new Error(`hangs: not done after ${maxMs} ms`)
      timers.delete(timer)
      nowMs = timer.atMs
      timer.run()
      await microtasks()
    }
    return settled
  }

  function pass(ms: number): Promise<void> {
    const passed = new Promise<void>((resolve) => {
      schedule(ms, resolve)
    })
    return until(passed, ms)
  }

  return { now: () => nowMs, schedule, until, pass }
}

/** One turn of the event loop, after which all pending promises have continued. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
