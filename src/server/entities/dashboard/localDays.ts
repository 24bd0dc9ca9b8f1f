/** The calendar days of a time zone, as quarter hours in UTC: days of 23 or 25 hours too, and zones that differ by half an hour or 45 minutes. */

const minuteMs = 60_000
export const quarterMs = 15 * minuteMs
const hourQuarters = 4
/** No place is further from UTC. */
const offsetMaxQuarters = 15 * hourQuarters

export type LocalDays = {
  /** "2026-11-21", without gaps. */
  readonly days: readonly string[]
  /** The quarter hour, counted from 1970, with which each day begins; and at the end the one with which the last day is over. */
  readonly bounds: readonly number[]
}

/** From the day of one instant to that of another, both included. None if the first comes after the second. */
export function localDays(start: Date, end: Date, timeZone: string): LocalDays {
  if (start > end) return { days: [], bounds: [] }
  // The one locale whose dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const last = format.format(end)
  const days: string[] = []
  for (let day = format.format(start); day <= last; day = nextDay(day)) days.push(day)
  return { days, bounds: [...days, nextDay(last)].map((day) => startOf(day, format)) }
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The first quarter hour that belongs to the day: not always its midnight, which a change to summer time may leave out. */
function startOf(day: string, format: Intl.DateTimeFormat): number {
  const midnight = Date.parse(`${day}T00:00:00Z`) / quarterMs
  let before = midnight - offsetMaxQuarters
  let from = midnight + offsetMaxQuarters
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (format.format(middle * quarterMs) < day) before = middle
    else from = middle
  }
  return from
}
