import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { formatDay, localDate, localDay, parseDay } from '../../i18n/calendarDay.ts'
import { useClockLeadMs } from '../../api/useReachability.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../browser/useNow.ts'

const DayCalendar = lazy(async () => ({ default: (await importWithRetry(() => import('./DayCalendar.tsx'))).DayCalendar }))

type DateInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> & {
  /** A calendar day, "2026-11-21"; or the typed text if it is not a day. */
  value: string
  onChange: (value: string) => void
}

/** A day up to today by the server's clock, typed as "21/11/2026" or chosen in a calendar. */
export function DateInput({ value, onChange, ...props }: DateInputProps) {
  const { t } = useLingui()
  const today = localDay(new Date(useNow().getTime() + useClockLeadMs()))
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(() => (localDate(value) === undefined ? value : formatDay(value)))

  function type(text: string) {
    setTyped(text)
    onChange(parseDay(text) ?? text)
  }

  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverAnchor className="relative">
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`dd/mm/yyyy`}
          className="pr-11 tabular-nums"
          value={typed}
          onChange={({ target }) => type(target.value)}
          {...props}
        />
        <PopoverTrigger
          aria-label={t`Open the calendar`}
          className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
        >
          <CalendarDays aria-hidden className="size-4" />
        </PopoverTrigger>
      </PopoverAnchor>
      <PopoverContent align="end" aria-label={t`Calendar`} onOpenAutoFocus={focusDay}>
        <Suspense fallback={<Skeleton className="m-3 h-[17.625rem] w-63" />}>
          <DayCalendar
            value={value}
            latest={today}
            onChange={(day) => {
              setTyped(formatDay(day))
              onChange(day)
              setIsOpen(false)
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}

/** A dialog around the field takes the focus back that the calendar gives its day too early, once its parts are there at once. */
function focusDay(event: Event): void {
  const day = document.querySelector<HTMLElement>('[data-slot="calendar"] td [tabindex="0"]')
  if (day !== null) event.preventDefault()
  day?.focus()
}
