/** Time that stands still until it is told: for a replay, in which waits run out where they did and not when they are due. */
import type { Clock } from '../clock.ts'

export type SteppedClock = Clock & {
  /** Goes forwards only. */
  set(atMs: number): void
  /** Ends the wait that is due next, at its time if that is still to come; false where nothing waits. */
  fireNext(): boolean
}

export function createSteppedClock(): SteppedClock {
  let nowMs = 0
  const timers = new Set<{ readonly dueMs: number; readonly run: () => void }>()
  return {
    now: () => nowMs,
    schedule: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    set: (atMs) => {
      nowMs = Math.max(nowMs, atMs)
    },
    fireNext: () => {
      const [first, ...others] = timers
      if (first === undefined) return false
      const next = others.reduce((soonest, timer) => (timer.dueMs < soonest.dueMs ? timer : soonest), first)
      timers.delete(next)
      nowMs = Math.max(nowMs, next.dueMs)
      next.run()
      return true
    },
  }
}
