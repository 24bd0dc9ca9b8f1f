import { formatDay, localDate, localDay } from '../../../i18n/calendarDay.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import type { OfferedFilter } from '../../../../contract/table.ts'

export type FilterWords = {
  readonly label: string
  /** The names of its values if the server only has codes for them. */
  readonly values?: Readonly<Record<string, string>>
  /** The language in which its options are in the order of their names. By default they are in the server's order. */
  readonly sortedIn?: string
  /** What no choice means, where that is not "all". */
  readonly none?: string
  /** A date range over calendar days, which have no time and no time zone. */
  readonly areDays?: true
}

/** A filter that the server offers, with its words and its value: '' if nothing is chosen. */
export type ShownFilter = { readonly offered: OfferedFilter; readonly words: FilterWords; readonly value: string }

/** The options of a select, with the words that the reader sees. */
export function optionsOf({ offered, words }: ShownFilter): { value: string; label: string }[] {
  const options = offered.options.map(({ id, tostring }) => ({ value: id, label: words.values?.[id] ?? tostring }))
  if (words.sortedIn === undefined) return options
  const { compare } = new Intl.Collator(words.sortedIn)
  return options.toSorted((one, other) => compare(one.label, other.label))
}

/** What is chosen, in words: "Not verified", "01/03/2026 – …". */
export function chosenWords(filter: ShownFilter): string {
  const { offered, words, value } = filter
  if (offered.kind === 'select') return optionsOf(filter).find((option) => option.value === value)?.label ?? value
  return rangeWords(value, words.areDays === true)
}

export function rangeWords(value: string, areDays: boolean): string {
  const shown = (date: Date) => (areDays ? formatDay(localDay(date)) : formatDateTime(date.toISOString()))
  return rangeOf(value, areDays)
    .map((date) => (date === undefined ? '…' : shown(date)))
    .join(' – ')
}

/** The ends of a date range, each undefined where it is open. Source: two instants separated by a slash, or ''. */
export function rangeOf(value: string, areDays: boolean): [Date | undefined, Date | undefined] {
  const [from, to] = value.split('/').map(areDays ? localDate : dateOf)
  return [from, to]
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}
