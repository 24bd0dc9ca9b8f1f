/**
 * How long to wait for a reply before the request is sent again, from the round trips so far (RFC 6298 with our own bounds): a slow link is
 * not flooded with repeats, and a frame lost on a fast link is sent again soon. Knows no frames and no timers.
 */
import type { Command } from '../protocol/frames.ts'

/** Until the first round trip is measured. */
const initialMs = 250
/** With less, a page that is busy for a moment would look like a lost frame. */
const minMs = 150
const maxMs = 2_000
/** The detector's own work takes this long, whatever the link: it starts an erase, or reads the whole flash. Such replies are not sampled. */
const workMs: Partial<Record<Command, number>> = { erase: 1_000, programComplete: 2_000 }

export type RetransmitTimeout = {
  /** In ms, for the transmission with this number, from 0; it doubles with each. */
  timeoutMs(command: Command, transmission: number): number
  /** A reply came `elapsedMs` after the first of this many transmissions. */
  sample(command: Command, elapsedMs: number, transmissions: number): void
}

export function createRetransmitTimeout(): RetransmitTimeout {
  let baseMs = initialMs
  let smoothedMs: number | null = null
  let deviationMs = 0

  function timeoutMs(command: Command, transmission: number): number {
    return Math.min(Math.max(baseMs, workMs[command] ?? 0) * 2 ** transmission, maxMs)
  }

  return {
    timeoutMs,
    sample(command, elapsedMs, transmissions) {
      if (workMs[command] !== undefined) return
      if (transmissions > 1) {
        // It is unknown which transmission was answered (Karn's algorithm): keep the doubled timeout until one without a repeat is measured.
        baseMs = timeoutMs(command, transmissions - 1)
        return
      }
      if (smoothedMs === null) {
        smoothedMs = elapsedMs
        deviationMs = elapsedMs / 2
      } else {
        deviationMs += (Math.abs(smoothedMs - elapsedMs) - deviationMs) / 4
        smoothedMs += (elapsedMs - smoothedMs) / 8
      }
      baseMs = Math.min(Math.max(smoothedMs + 4 * deviationMs, minMs), maxMs)
    },
  }
}
