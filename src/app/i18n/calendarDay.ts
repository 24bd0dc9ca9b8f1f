/**
 * Calendar days, such as a purchase date. The app uses "2026-11-21"; the contract's responses use that day's midnight in UTC; people read
 * and type "21/11/2026" in both languages (fr-FR). Knows no time of day, and no time zone except for the user's today.
 */

const format = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
/** Tuesday (the specification, section 5). */
export const weekStartsOn = 2

const dayPattern = /^\d{4}-\d\d-\d\d/

/** Formats a day, or the contract's instant for it, as "21/11/2026". */
export function formatDay(day: string): string {
  return format.format(new Date(dayOf(day)))
}

/** "2026-11-21T00:00:00.000Z" becomes "2026-11-21". */
export function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length)
}

/** Reads "21/11/2026", "21.11.2026", "1 3 2026" or "2026-11-21"; null for anything else. The contract checks whether the day exists. */
export function parseDay(typed: string): string | null {
  const text = typed.trim()
  if (dayPattern.test(text) && text.length === 'YYYY-MM-DD'.length) return text
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(text) ?? []
  return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Local midnight of the day, as calendar widgets expect it; undefined for a day that does not exist, such as 30 February. */
export function localDate(day: string): Date | undefined {
  if (!dayPattern.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = dayOf(day).split('-').map(Number)
  const midnight = new Date(year, month - 1, date)
  return localDay(midnight) === dayOf(day) ? midnight : undefined
}

/** The calendar day of an instant in the user's time zone. */
export function localDay(instant: Date): string {
  return [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
