import { useState } from 'react'
import type { ErrorCode } from '../../../../errors.ts'
import { localDay } from '../../../i18n/calendarDay.ts'

/** As the server's limit (release.schedule). */
const aheadMaxDays = 366
const morningHour = 9

/** The time that a person chose for a step: now, or a later one, which a native field holds as "2026-03-12T14:00". */
export function useLater(isOpenFirst: boolean) {
  const [typed, setTyped] = useState(() => (isOpenFirst ? tomorrowMorning() : null))
  const [error, setError] = useState<ErrorCode>()
  return {
    isLater: typed !== null,
    typed: typed ?? '',
    /** Undefined for now, and while what is typed is no time. */
    at: typed === null ? undefined : readMinute(typed),
    error,
    choose(isLater: boolean) {
      setTyped(isLater ? tomorrowMorning() : null)
      setError(undefined)
    },
    type(text: string) {
      setTyped(text)
      setError(undefined)
    },
    /** What the call sends, or null: then the field says what is wrong. Before the proof is asked, not after it. */
    check(): { at?: string } | null {
      if (typed === null) return {}
      const wrong = errorOf(typed)
      setError(wrong)
      const at = readMinute(typed)
      return wrong === undefined && at !== undefined ? { at } : null
    },
  }
}

export type Later = ReturnType<typeof useLater>

/** As a native field writes it, in the person's time zone. */
export function localMinute(date: Date): string {
  return `${localDay(date)}T${[date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')}`
}

export function latestMinute(now: Date): string {
  return localMinute(daysAfter(now, aheadMaxDays))
}

function daysAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, now.getHours(), now.getMinutes())
}

function tomorrowMorning(): string {
  const tomorrow = daysAfter(new Date(), 1)
  tomorrow.setHours(morningHour, 0)
  return localMinute(tomorrow)
}

function readMinute(typed: string): string | undefined {
  const date = new Date(typed)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function errorOf(typed: string): ErrorCode | undefined {
  const at = readMinute(typed)
  if (at === undefined) return 'MandatoryField'
  const now = new Date()
  return Date.parse(at) <= now.getTime() || new Date(at) > daysAfter(now, aheadMaxDays) ? 'date.past.error' : undefined
}
