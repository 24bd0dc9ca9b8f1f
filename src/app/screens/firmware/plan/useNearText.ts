import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../../i18n/formatDate.ts'
import { useDayText, useMomentText } from '../steps/useMomentText.ts'

/** An instant that is near as people say it, in their own time zone: "Thursday 14:00"; a week ahead "Thursday, 12 March, 14:00". */
export function useNearText(): (at: string) => string {
  const { t, i18n } = useLingui()
  const momentText = useMomentText()
  return (at) => {
    const date = new Date(at)
    if (daysFromToday(date) >= 7) return momentText(at)
    const [weekday, time] = [weekdayOf(date, i18n.locale), formatTime(date.getTime())]
    return t`${weekday} ${time}`
  }
}

/** "since 14:00 today", "since Tuesday", "since 24 November". */
export function useSinceText(): (at: string) => string {
  const { t, i18n } = useLingui()
  const dayText = useDayText()
  return (at) => {
    const date = new Date(at)
    const daysAgo = -daysFromToday(date)
    const [time, weekday, day] = [formatTime(date.getTime()), weekdayOf(date, i18n.locale), dayText(date)]
    if (daysAgo <= 0) return t`since ${time} today`
    return daysAgo < 7 ? t`since ${weekday}` : t`since ${day}`
  }
}

function weekdayOf(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(date)
}

/** By the calendar; below 0 for a day that has passed. */
function daysFromToday(date: Date): number {
  return dayNumber(date) - dayNumber(new Date())
}

/** Of days in UTC, which have all 24 hours. */
function dayNumber(local: Date): number {
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / 86_400_000
}
