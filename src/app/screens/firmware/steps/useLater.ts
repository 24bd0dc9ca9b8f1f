import { useState } from 'react'
import type { ErrorCode } from '../../../../errors.ts'
import { aheadMaxDays, daysAfter, localMinute, readMinute } from '../../../i18n/localMinute.ts'

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

function tomorrowMorning(): string {
  const tomorrow = daysAfter(new Date(), 1)
  tomorrow.setHours(morningHour, 0)
  return localMinute(tomorrow)
}

function errorOf(typed: string): ErrorCode | undefined {
  const at = readMinute(typed)
  if (at === undefined) return 'MandatoryField'
  const now = new Date()
  return Date.parse(at) <= now.getTime() || new Date(at) > daysAfter(now, aheadMaxDays) ? 'date.past.error' : undefined
}
