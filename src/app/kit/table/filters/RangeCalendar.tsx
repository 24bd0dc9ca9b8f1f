/** The calendar of `DateRangeFilter`. Loaded when it first opens. */
import { useLingui } from '@lingui/react/macro'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fr } from 'react-day-picker/locale/fr'
import { weekStartsOn } from '../../../i18n/calendarDay.ts'
import { Calendar } from '../../../ui/calendar.tsx'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'

/** 24 hours in steps of 5 minutes (the specification, section 5). */
const times = Array.from(
  { length: 288 },
  (_, index) => `${String(Math.floor(index / 12)).padStart(2, '0')}:${String((index % 12) * 5).padStart(2, '0')}`,
)
/** The specification, section 5, has 10:00 for both; then a range of one day would be empty, and the last day of others cut. */
const defaultTimes = { from: '10:00', to: '23:55' } as const
/** Nothing was sold before. */
const firstMonth = new Date(2015, 0)

type RangeCalendarProps = {
  from: Date | undefined
  to: Date | undefined
  hasTimes: boolean
  onChange: (from: Date | undefined, to: Date | undefined) => void
}

export function RangeCalendar({ from, to, hasTimes, onChange }: RangeCalendarProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <Calendar
        mode="range"
        locale={i18n.locale === 'fr' ? fr : enGB}
        weekStartsOn={weekStartsOn}
        selected={{ from, to }}
        {...(from && { defaultMonth: from })}
        startMonth={firstMonth}
        onSelect={(range) => onChange(withTimeOf(range?.from, from, defaultTimes.from), withTimeOf(range?.to, to, defaultTimes.to))}
      />
      {hasTimes && (
        <div className="grid grid-cols-2 gap-3 border-t p-3">
          <TimeSelect label={t`From`} date={from} onChange={(date) => onChange(date, to)} />
          <TimeSelect label={t`To`} date={to} onChange={(date) => onChange(from, date)} />
        </div>
      )}
    </>
  )
}

function TimeSelect({ label, date, onChange }: { label: string; date: Date | undefined; onChange: (date: Date) => void }) {
  return (
    <Label className="flex-col items-stretch! gap-1.5! text-xs! leading-4!">
      <span>{label}</span>
      <NativeSelect
        className="h-9!"
        disabled={date === undefined}
        value={date === undefined ? '' : timeOf(date)}
        onChange={({ target }) => date !== undefined && onChange(atTime(date, target.value))}
      >
        {times.map((time) => (
          <option key={time}>{time}</option>
        ))}
      </NativeSelect>
    </Label>
  )
}

/** Rounded down to a step of the select. */
function timeOf(date: Date): string {
  return times[date.getHours() * 12 + Math.floor(date.getMinutes() / 5)] ?? '00:00'
}

function atTime(date: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), hours, minutes)
}

/** A new day keeps the chosen time. */
function withTimeOf(day: Date | undefined, before: Date | undefined, time: string): Date | undefined {
  return day && atTime(day, before === undefined ? time : timeOf(before))
}
