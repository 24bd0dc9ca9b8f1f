import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../../i18n/formatDate.ts'

/**
 * An instant as people say it, in their own time zone: "Thursday, 12 March, 14:00"; with the year if that is not this one. A step is taken
 * then without anybody at the screen, and a date in numbers hides a Sunday.
 */
export function useMomentText(): (at: string) => string {
  const { t, i18n } = useLingui()
  const dayText = useDayText()
  return (at) => {
    const date = new Date(at)
    const weekday = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long' }).format(date)
    return t`${weekday}, ${dayText(date)}, ${formatTime(date.getTime())}`
  }
}

/** "12 March"; with the year if that is not this one. */
export function useDayText(): (date: Date) => string {
  const { i18n } = useLingui()
  return (date) => {
    const { locale } = i18n
    const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
    const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { day: 'numeric', month: 'long', ...year })
    // French has an ordinal for the first of a month, which Intl does not write.
    const parts = format.formatToParts(date).map(({ type, value }) => (type === 'day' && value === '1' && locale === 'fr' ? '1er' : value))
    return parts.join('')
  }
}
