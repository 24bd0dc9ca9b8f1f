import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../../i18n/formatDate.ts'

/**
 * An instant as people say it, in their own time zone: "Thursday 12 March, 14:00"; with the year if that is not this one. A step that is
 * taken without anybody at the screen is worth its weekday: a date in numbers hides a Sunday.
 */
export function useMomentText(): (at: string) => string {
  const { t, i18n } = useLingui()
  return (at) => {
    const date = new Date(at)
    const day = dayText(date, i18n.locale)
    return t`${day}, ${formatTime(date.getTime())}`
  }
}

function dayText(date: Date, locale: string): string {
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { weekday: 'long', day: 'numeric', month: 'long', ...year })
  const parts = format.formatToParts(date)
  // French has an ordinal for the first of a month, which Intl does not write.
  return parts.map(({ type, value }) => (type === 'day' && value === '1' && locale === 'fr' ? '1er' : value)).join('')
}
