/** The calendar of `DateInput`, in the user's language. Loaded when it first opens. */
import { useLingui } from '@lingui/react/macro'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fr } from 'react-day-picker/locale/fr'
import { localDate, localDay, weekStartsOn } from '../../i18n/calendarDay.ts'
import { Calendar } from '../../ui/calendar.tsx'

/** Old enough for any device in use; older days can be typed. */
const firstMonth = new Date(1990, 0)

/** `value` and `latest` are calendar days, "2026-11-21". */
export function DayCalendar({ value, latest, onChange }: { value: string; latest: string; onChange: (day: string) => void }) {
  const { i18n } = useLingui()
  const selected = localDate(value)
  const last = localDate(latest)
  return (
    <Calendar
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on a click, and the arrow keys should then move over its days
      autoFocus
      locale={i18n.locale === 'fr' ? fr : enGB}
      weekStartsOn={weekStartsOn}
      startMonth={firstMonth}
      {...(last && { endMonth: last, disabled: { after: last } })}
      {...(selected && { defaultMonth: selected })}
      selected={selected}
      onSelect={(day) => day !== undefined && onChange(localDay(day))}
    />
  )
}
