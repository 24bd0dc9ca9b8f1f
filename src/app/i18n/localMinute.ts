/** A day and time as a native field holds them, in the reader's time zone: "2026-03-12T14:00". */
import { localDay } from './calendarDay.ts'

/** As the server's limit for what is scheduled (server/work/dueWork.ts). */
export const aheadMaxDays = 366

export function localMinute(date: Date): string {
  return `${localDay(date)}T${[date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** As an instant of the contract; undefined for what is no time, such as one whose year is half typed. */
export function readMinute(typed: string): string | undefined {
  const date = new Date(typed)
  return Number.isNaN(date.getTime()) || typed.startsWith('0') ? undefined : date.toISOString()
}

export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, now.getHours(), now.getMinutes())
}

/** The time zone's name in full, at that time: "Central European Summer Time". */
export function zoneName(at: Date, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
