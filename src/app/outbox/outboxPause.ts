/** Pauses after a 429 with Retry-After. Knows no call and no clock. */
import type { OutboxEntry } from './outboxEntry.ts'

const shortestPauseMs = 2_000
/** A longer Retry-After, from the server or a proxy, is not believed. */
const longestPauseMs = 60 * 60_000

/** In ms since 1970. */
export function pauseEnd(retryAfterSeconds: number, now: number): number {
  return now + Math.min(Math.max(retryAfterSeconds * 1000, shortestPauseMs), longestPauseMs)
}

/** Undefined when the entry may be sent. A pause longer than the longest one means that the computer's clock was set back. */
export function pausedUntil({ state }: OutboxEntry, now: number): number | undefined {
  if (state.status !== 'waiting' || state.pausedUntil === undefined) return undefined
  const leftMs = state.pausedUntil - now
  return leftMs > 0 && leftMs <= longestPauseMs ? state.pausedUntil : undefined
}

export function firstPauseEnd(entries: readonly OutboxEntry[], now: number): number | undefined {
  const ends = entries.flatMap((entry) => pausedUntil(entry, now) ?? [])
  return ends.length === 0 ? undefined : Math.min(...ends)
}
