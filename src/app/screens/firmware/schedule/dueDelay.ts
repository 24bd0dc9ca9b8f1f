const secondMs = 1_000
const minuteMs = 60 * secondMs
/** Timers of browsers hold 24 days. */
const longestMs = 60 * minuteMs

/** How long to wait before looking again what became of a step: until it is due, then every few seconds, later every minute. */
export function dueDelayMs(untilDueMs: number): number {
  if (untilDueMs > 0) return Math.min(untilDueMs + secondMs, longestMs)
  return untilDueMs > -minuteMs ? 5 * secondMs : minuteMs
}
