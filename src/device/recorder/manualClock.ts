/** A clock that replay.ts advances by hand: a timeout runs where the recording has it, not when it is due. */
import type { Clock } from '../clock.ts'

export type ManualClock = Clock & {
  /** Never goes back: an earlier time changes nothing. */
  set(atMs: number): void
  /** Runs the timer that is due next, and advances to its time if that is later; false if there is none. */
  fireNext(): boolean
}

export function createManualClock(): ManualClock {
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
