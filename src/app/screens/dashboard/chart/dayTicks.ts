/** Which days the chart's axis names, and how. Knows no chart. */

/** Up to here single days are named, above it months and then years. */
const singleDaysMax = 93
const monthsMax = 36
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6]

export type Ticks = {
  /** Places among the days, ascending. */
  readonly at: readonly number[]
  readonly format: (day: string) => string
}

/** `most` is how many names have room. */
export function dayTicks(days: readonly string[], most: number, locale: string): Ticks {
  const room = Math.max(most, 1)
  if (days.length <= singleDaysMax) {
    // Counted from today, so that the last day is always named.
    const last = days.length - 1
    const fits = (step: number) => Math.floor(last / step) + 1 <= room
    const step = daySteps.find(fits) ?? Math.ceil(days.length / room)
    const at = days.map((_, index) => index).filter((index) => (last - index) % step === 0)
    return { at, format: formatter(locale, { day: 'numeric', month: 'short' }) }
  }
  const firsts = days.flatMap((day, index) => (day.endsWith('-01') ? [index] : []))
  const monthOf = (index: number) => Number(days[index]?.slice('YYYY-'.length, 'YYYY-MM'.length)) - 1
  const fits = (step: number) => firsts.filter((index) => monthOf(index) % step === 0).length <= room
  const step = firsts.length > monthsMax ? 12 : (monthSteps.find(fits) ?? 12)
  const at = firsts.filter((index) => monthOf(index) % step === 0)
  return { at, format: formatter(locale, step === 12 ? { year: 'numeric' } : { month: 'short', year: 'numeric' }) }
}

function formatter(locale: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}
