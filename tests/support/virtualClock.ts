/** Time that passes only when nothing else is left to do, so that minutes of waiting take milliseconds and always go the same way. */
import type { Clock } from '../../src/device/clock.ts'

export type VirtualClock = Clock & {
  /** Lets time pass until `promise` is settled. Throws when that takes longer than `atMostMs`, or can no longer happen. */
  until<T>(promise: Promise<T>, atMostMs: number): Promise<T>
  /** Lets this much time pass. */
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

  /** Of several at the same time the one scheduled first, as a set keeps them. */
  function nextTimer(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of timers) if (next === undefined || timer.atMs < next.atMs) next = timer
    return next
  }

  async function until<T>(promise: Promise<T>, atMostMs: number): Promise<T> {
    const giveUpAtMs = nowMs + atMostMs
    const work = { isSettled: false }
    const settled = promise.finally(() => {
      work.isSettled = true
    })
    // Heard of when it is returned; until then it is nobody's.
    settled.catch(() => {})
    await microtasks()
    while (!work.isSettled) {
      const timer = nextTimer()
      if (timer === undefined) throw new Error('hangs: nothing is left that could happen')
      if (timer.atMs > giveUpAtMs) throw new Error(`hangs: not done after ${atMostMs} ms`)
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

/** After a turn of the event loop every promise that could go on has gone on. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
