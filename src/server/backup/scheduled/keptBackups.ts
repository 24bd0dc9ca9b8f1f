/** Which of the scheduled backups stay. Knows times only. */

const keptDays = 7
const keptWeeks = 5
const keptMonths = 12
const dayMs = 24 * 60 * 60_000

/**
 * The newest of each of the last 7 days, 5 weeks and 12 months that have any, by UTC and with weeks that begin on Monday. Days without a
 * backup do not count, so nothing is removed because nothing was made.
 */
export function keptBackups(times: readonly Date[]): Date[] {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime())
  const kept = new Set([
    ...newestOfEach(newestFirst, keptDays, (time) => String(dayOf(time))),
    // The first of January 1970 was a Thursday.
    ...newestOfEach(newestFirst, keptWeeks, (time) => String(Math.floor((dayOf(time) + 3) / 7))),
    ...newestOfEach(newestFirst, keptMonths, (time) => time.toISOString().slice(0, 7)),
  ])
  return newestFirst.filter((time) => kept.has(time.getTime()))
}

function newestOfEach(newestFirst: readonly Date[], most: number, periodOf: (time: Date) => string): number[] {
  const newest = new Map<string, number>()
  for (const time of newestFirst) {
    const period = periodOf(time)
    if (!newest.has(period)) newest.set(period, time.getTime())
  }
  return [...newest.values()].slice(0, most)
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs)
}
