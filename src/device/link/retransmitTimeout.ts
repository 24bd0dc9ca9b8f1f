/**
 * How long to wait for a reply, learnt from the replies before (RFC 6298, bounds of our own): a slow link is not flooded with resends, and a
 * frame lost on a fast one is missed soon. Knows no frames and no timers.
 */
import type { Command } from '../protocol/frames.ts'

/** Before anything is known of the link. */
const firstWaitMs = 250
/** Less would take a page that was busy for a moment for a lost frame. */
const shortestWaitMs = 150
const longestWaitMs = 2_000
/** The detector's own work, not the link's: an erase begins, program complete reads the whole flash. Never learnt from. */
const workMs: Partial<Record<Command, number>> = { erase: 1_000, programComplete: 2_000 }

export type Patience = {
  /** How long to wait for the reply to the n-th sending, counted from 0: twice as long each time, in ms. */
  waitMs(command: Command, sending: number): number
  /** A reply came `elapsedMs` after the first of so many sendings. */
  learn(command: Command, elapsedMs: number, sendings: number): void
}

export function createPatience(): Patience {
  let baseMs = firstWaitMs
  let smoothMs: number | null = null
  let deviationMs = 0

  function waitMs(command: Command, sending: number): number {
    return Math.min(Math.max(baseMs, workMs[command] ?? 0) * 2 ** sending, longestWaitMs)
  }

  return {
    waitMs,
    learn(command, elapsedMs, sendings) {
      if (workMs[command] !== undefined) return
      if (sendings > 1) {
        // Nobody knows which sending was answered (Karn): stay as patient as it took, until a reply to an only sending says more.
        baseMs = waitMs(command, sendings - 1)
        return
      }
      if (smoothMs === null) {
        smoothMs = elapsedMs
        deviationMs = elapsedMs / 2
      } else {
        deviationMs += (Math.abs(smoothMs - elapsedMs) - deviationMs) / 4
        smoothMs += (elapsedMs - smoothMs) / 8
      }
      baseMs = Math.min(Math.max(smoothMs + 4 * deviationMs, shortestWaitMs), longestWaitMs)
    },
  }
}
