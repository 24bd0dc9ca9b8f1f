/**
 * A calendar day, such as a purchase date: "2026-11-21", or in the contract's answers that day's midnight in UTC. People read and type it
 * as "21/11/2026" in both languages (fr-FR). Knows no time of day and no time zone but the reader's own today.
 */

const format = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
const dayPattern = /^\d{4}-\d\d-\d\d/

/** "21/11/2026" for a day or for an instant of the contract that stands for one. */
export function formatDay(day: string): string {
  return format.format(new Date(dayOf(day)))
}

/** "2026-11-21T00:00:00.000Z" as "2026-11-21". */
export function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length)
}

/** What was typed as a day: "21/11/2026", "21.11.2026", "1 3 2026", "2026-11-21"; null where it is none. Whether it exists is left to the contract. */
export function parseDay(typed: string): string | null {
  const text = typed.trim()
  if (dayPattern.test(text) && text.length === 'YYYY-MM-DD'.length) return text
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(text) ?? []
  return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The day as a calendar widget wants it: its midnight where the reader is. Undefined for what is no day, as 30 February. */
export function localDate(day: string): Date | undefined {
  if (!dayPattern.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = dayOf(day).split('-').map(Number)
  const midnight = new Date(year, month - 1, date)
  return localDay(midnight) === dayOf(day) ? midnight : undefined
}

/** The calendar day that an instant falls on where the reader is. */
export function localDay(instant: Date): string {
  return [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
