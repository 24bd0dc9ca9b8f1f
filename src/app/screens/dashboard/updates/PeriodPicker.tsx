import { useLingui } from '@lingui/react/macro'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { Button } from '../../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Days } from './period.ts'

const PeriodCalendar = lazy(async () => ({ default: (await importWithRetry(() => import('./PeriodCalendar.tsx'))).PeriodCalendar }))

type PeriodPickerProps = {
  days: Days
  today: string
  /** Whether the days were chosen here. */
  isChosen: boolean
  onChange: (days: Days) => void
}

/** The days that are shown. Its calendar takes a first and a last day, in either order, up to today. */
export function PeriodPicker({ days, today, isChosen, onChange }: PeriodPickerProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const words = days.from === days.to ? formatDay(days.from) : `${formatDay(days.from)} – ${formatDay(days.to)}`
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button variant={isChosen ? 'chosenFilter' : 'filter'} size="md" aria-label={t`Days: ${words}`} className="tabular-nums">
          <CalendarRange aria-hidden />
          {words}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t`Days`}>
        <Suspense fallback={<Skeleton className="m-3 h-80 w-63" />}>
          <PeriodCalendar
            days={days}
            today={today}
            onChange={(chosen) => {
              setIsOpen(false)
              onChange(chosen)
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
