import { useLingui } from '@lingui/react/macro'
import { CalendarRange } from 'lucide-react'
import { Popover } from 'radix-ui'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fr } from 'react-day-picker/locale/fr'
import { useState } from 'react'
import { formatDateTime } from '../../formatDate.ts'
import { Button } from '../../ui/button.tsx'
import { Calendar } from '../../ui/calendar.tsx'
import { cn } from '../../ui/cn.ts'
import { Label } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'

/** 24 hours in steps of 5 minutes (section 5). */
const times = Array.from(
  { length: 288 },
  (_, index) => `${String(Math.floor(index / 12)).padStart(2, '0')}:${String((index % 12) * 5).padStart(2, '0')}`,
)
/** Section 5: in the table's filters a week begins with Tuesday. */
const tuesday = 2

type DateRangeFilterProps = { label: string; value: string; onChange: (value: string) => void }

/** `value` is two instants with a slash between them, either of which may be missing, or ''. */
export function DateRangeFilter({ label, value, onChange }: DateRangeFilterProps) {
  const { t, i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [from, to] = value.split('/').map(dateOf)
  const words = [from, to].map((date) => (date === undefined ? '…' : formatDateTime(date.toISOString())))

  const choose = (start: Date | undefined, end: Date | undefined) =>
    onChange(start === undefined && end === undefined ? '' : `${start?.toISOString() ?? ''}/${end?.toISOString() ?? ''}`)

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button
          variant="outline"
          size="sm"
          aria-label={value === '' ? label : `${label}: ${words.join(' – ')}`}
          className={cn('h-9! border-input! font-normal!', value !== '' && 'border-primary! bg-accent! text-accent-foreground!')}
        >
          <CalendarRange aria-hidden />
          {value === '' ? label : words.join(' – ')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-40 animate-appear rounded-md border bg-popover text-popover-foreground shadow-high outline-none"
        >
          <Calendar
            mode="range"
            locale={i18n.locale === 'fr' ? fr : enGB}
            weekStartsOn={tuesday}
            selected={{ from, to }}
            {...(from && { defaultMonth: from })}
            startMonth={new Date(2015, 0)}
            onSelect={(range) => choose(withTimeOf(range?.from, from, '00:00'), withTimeOf(range?.to, to, '23:55'))}
          />
          <div className="grid grid-cols-2 gap-3 border-t p-3">
            <TimeSelect label={t`From`} date={from} onChange={(date) => choose(date, to)} />
            <TimeSelect label={t`Until`} date={to} onChange={(date) => choose(from, date)} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function TimeSelect({ label, date, onChange }: { label: string; date: Date | undefined; onChange: (date: Date) => void }) {
  return (
    <Label className="flex-col items-stretch! gap-1.5! text-xs">
      {label}
      <Select
        className="h-9!"
        disabled={date === undefined}
        value={date === undefined ? '' : timeOf(date)}
        onChange={({ target }) => date !== undefined && onChange(atTime(date, target.value))}
      >
        {times.map((time) => (
          <option key={time}>{time}</option>
        ))}
      </Select>
    </Label>
  )
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** To the step before, as the select has it. */
function timeOf(date: Date): string {
  return times[date.getHours() * 12 + Math.floor(date.getMinutes() / 5)] ?? '00:00'
}

function atTime(date: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), hours, minutes)
}

/** Another day keeps the time that was chosen. */
function withTimeOf(day: Date | undefined, before: Date | undefined, time: string): Date | undefined {
  return day && atTime(day, before === undefined ? time : timeOf(before))
}
