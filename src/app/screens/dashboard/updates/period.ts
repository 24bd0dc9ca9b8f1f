/** Which updates the statistics show, kept in the address. Knows no time zone besides the reader's own. */
import * as v from 'valibot'
import { addMonths } from '../../../../contract/warranty.ts'
import { localDate } from '../../../i18n/calendarDay.ts'

/** Back from today. */
export const presets = ['week', 'month', 'quarter', 'year'] as const
export type Preset = (typeof presets)[number]

/** Calendar days, "2026-11-21", both included. */
export type Days = { readonly from: string; readonly to: string }

const monthsBack: Readonly<Record<Exclude<Preset, 'week'>, number>> = { month: 1, quarter: 3, year: 12 }
const weekDays = 7
/** Nothing was sold before. */
export const firstDay = '2015-01-01'

/** The days of a preset. A week is today and the six days before. */
export function daysOf(preset: Preset, today: string): Days {
  const midnight = `${today}T00:00:00.000Z`
  if (preset !== 'week') return { from: addMonths(midnight, -monthsBack[preset]).slice(0, today.length), to: today }
  const from = new Date(midnight)
  from.setUTCDate(from.getUTCDate() - weekDays + 1)
  return { from: from.toISOString().slice(0, today.length), to: today }
}

const day = v.pipe(
  v.string(),
  v.check((text) => localDate(text) !== undefined && text >= firstDay),
)

const searchSchema = v.object({
  product: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  result: v.fallback(v.picklist(['all', 'success', 'error']), 'all'),
  period: v.fallback(
    v.union([
      v.picklist(presets),
      v.pipe(
        v.object({ from: day, to: day }),
        v.check(({ from, to }) => from <= to),
      ),
    ]),
    'month',
  ),
})

/** `product` 0 stands for all products. */
export type Shown = v.InferOutput<typeof searchSchema>

/** Reads the search part of the address. Whatever is missing or makes no sense is the default. */
export function readShown(search: Readonly<Record<string, unknown>>): Shown {
  return v.parse(searchSchema, { product: 0, result: 'all', period: 'month', ...search })
}

/** The search part of the address: what is not the default. */
export function searchOf({ product, result, period }: Shown): Partial<Shown> {
  return { ...(product !== 0 && { product }), ...(result !== 'all' && { result }), ...(period !== 'month' && { period }) }
}

/** Never later than today. */
export function shownDays({ period }: Shown, today: string): Days {
  if (typeof period === 'string') return daysOf(period, today)
  return { from: earlier(period.from, today), to: earlier(period.to, today) }
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

/** The period of the calls: the server takes the whole days on which the two times lie. */
export function periodOf({ from, to }: Days): { startDateTimestamp: number; endDateTimestamp: number; timeZone: string } {
  return { startDateTimestamp: startOf(from), endDateTimestamp: startOf(to), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

function startOf(existingDay: string): number {
  return localDate(existingDay)?.getTime() ?? Number.NaN
}
