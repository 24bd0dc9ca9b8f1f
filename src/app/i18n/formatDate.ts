/** Dates in the French format (fr-FR) in both languages, as the specification wants, and in the user's time zone. */

const date = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric' })
const time = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short' })
const dateTime = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short' })

/** An instant of the contract as "21/11/2026". */
export function formatDate(instant: string): string {
  return date.format(new Date(instant))
}

/** An instant in ms since 1970 as "10:00". */
export function formatTime(instantMs: number): string {
  return time.format(instantMs)
}

/** An instant of the contract as "21/11/2026 10:00". */
export function formatDateTime(instant: string): string {
  return dateTime.format(new Date(instant))
}
