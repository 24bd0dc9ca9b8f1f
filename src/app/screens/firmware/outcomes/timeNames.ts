/** Which times the axis of a chart names, and how. Knows no chart. */
import type { PlaceName } from '../../../kit/chart/chartLine.ts'
import { formatTime } from '../../../i18n/formatDate.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const stepsMs = [hourMs / 12, hourMs / 4, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs]
const stepsDays = [1, 2, 7, 14, 28, 91, 182, 364, 728, 1_820]
/** From this step on the day says less than the year. */
const monthStepDays = 28

type Times = {
  /** The first and the last one, in ms since 1970. */
  readonly from: number
  readonly to: number
  /** How many there are, all as far from each other. */
  readonly count: number
}

/** In the reader's time zone; `most` is how many names have room. */
export function timeNames({ from, to, count }: Times, most: number, locale: string): PlaceName[] {
  const fits = (stepMs: number) => (to - from) / stepMs + 1 <= Math.max(most, 1)
  const placeOf = (time: number) => (to === from ? count - 1 : ((time - from) / (to - from)) * (count - 1))
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options)
  const day = format({ day: 'numeric', month: 'short' })
  const inDay = stepsMs.find(fits)
  if (inDay !== undefined) {
    const nameOf = (time: number) => (time === midnight(time) ? day.format(time) : formatTime(time))
    const at = Array.from({ length: Math.ceil((to - midnight(from)) / inDay) + 1 }, (_, step) => midnight(from) + step * inDay)
    return at.filter((time) => time >= from && time <= to).map((time) => ({ place: placeOf(time), name: nameOf(time) }))
  }
  const days = stepsDays.find((step) => fits(step * dayMs)) ?? Math.ceil((to - from) / dayMs)
  const names = days <= monthStepDays ? day : format({ month: 'short', year: 'numeric' })
  // Counted from today, so that its day is named.
  const at = Array.from({ length: Math.ceil((to - from) / dayMs / days) + 1 }, (_, step) => midnight(to, step * days))
  return at
    .filter((time) => time >= from)
    .toReversed()
    .map((time) => ({ place: placeOf(time), name: names.format(time) }))
}

/** When the reader's day began, so many days before. */
function midnight(time: number, daysBefore = 0): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}
