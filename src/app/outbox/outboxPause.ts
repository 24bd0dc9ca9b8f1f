/** What the server says to send later (429 with Retry-After), and until when. Knows no call and no clock. */
import type { OutboxEntry } from './outboxEntry.ts'

const shortestPauseMs = 2_000
/** However long a server, or something in its place, says to wait. */
const longestPauseMs = 60 * 60_000

/** In ms since 1970. */
export function pauseEnd(retryAfterSeconds: number, now: number): number {
  return now + Math.min(Math.max(retryAfterSeconds * 1000, shortestPauseMs), longestPauseMs)
}

/** Undefined where the entry may be sent. More is left than the longest pause where the computer's clock has been put back. */
export function pausedUntil({ state }: OutboxEntry, now: number): number | undefined {
  if (state.status !== 'waiting' || state.pausedUntil === undefined) return undefined
  const leftMs = state.pausedUntil - now
  return leftMs > 0 && leftMs <= longestPauseMs ? state.pausedUntil : undefined
}

export function firstPauseEnd(entries: readonly OutboxEntry[], now: number): number | undefined {
  const ends = entries.flatMap((entry) => pausedUntil(entry, now) ?? [])
  return ends.length === 0 ? undefined : Math.min(...ends)
}
