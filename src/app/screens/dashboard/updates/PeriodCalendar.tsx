/** The calendar of `PeriodPicker`. Loaded when it first opens. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fr } from 'react-day-picker/locale/fr'
import { localDate, localDay, weekStartsOn } from '../../../i18n/calendarDay.ts'
import { Calendar } from '../../../ui/calendar.tsx'
import { type Days, firstDay } from './period.ts'

type PeriodCalendarProps = { days: Days; today: string; onChange: (days: Days) => void }

export function PeriodCalendar({ days, today, onChange }: PeriodCalendarProps) {
  const { i18n } = useLingui()
  const [first, setFirst] = useState<string | null>(null)
  const [earliest, latest] = [localDate(firstDay), localDate(today)]
  const from = localDate(first ?? days.from)
  const to = localDate(first ?? days.to)

  function choose(day: string) {
    if (first === null) setFirst(day)
    else onChange(day < first ? { from: day, to: first } : { from: first, to: day })
  }

  return (
    <>
      <Calendar
        mode="range"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on a click, and the arrow keys should then move over its days
        autoFocus
        locale={i18n.locale === 'fr' ? fr : enGB}
        weekStartsOn={weekStartsOn}
        {...(earliest && { startMonth: earliest })}
        {...(latest && { endMonth: latest, disabled: { after: latest } })}
        {...(to && { defaultMonth: to })}
        selected={{ from, to }}
        onSelect={(_, day) => choose(localDay(day))}
      />
      <p aria-live="polite" className="border-t px-4 py-2.5 text-sm text-muted-foreground">
        {first === null ? <Trans>Choose the first day</Trans> : <Trans>Choose the last day</Trans>}
      </p>
    </>
  )
}
