import { localDay } from '../../i18n/calendarDay.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Whole days, rounded up; 0 if the time is up today. */
export function daysLeft(now: Date, leftMs: number): number {
  return localDay(new Date(now.getTime() + leftMs)) === localDay(now) ? 0 : Math.ceil(leftMs / dayMs)
}
