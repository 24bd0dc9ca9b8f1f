import { CalendarRange } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { localDay } from '../../../i18n/calendarDay.ts'
import { useLabelled } from '../../../i18n/useLabelled.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { Button } from '../../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { rangeOf, rangeWords } from './filterWords.ts'

const RangeCalendar = lazy(async () => ({ default: (await importWithRetry(() => import('./RangeCalendar.tsx'))).RangeCalendar }))

type DateRangeFilterProps = {
  id: string
  label: string
  /** What no choice means. */
  none: string
  /** Two instants separated by a slash, either of which may be missing, or ''. */
  value: string
  /** The instants stand for calendar days, stored as their midnights in UTC. */
  areDays?: boolean
  onChange: (value: string) => void
}

export function DateRangeFilter({ id, label, none, value, areDays = false, onChange }: DateRangeFilterProps) {
  const labelled = useLabelled()
  const [from, to] = rangeOf(value, areDays)
  const words = value === '' ? none : rangeWords(value, areDays)

  function choose(start: Date | undefined, end: Date | undefined): void {
    const chosen = areDays
      ? [start && `${localDay(start)}T00:00:00.000Z`, end && `${localDay(end)}T23:59:00.000Z`]
      : [start?.toISOString(), end?.toISOString()]
    onChange(chosen.every((instant) => instant === undefined) ? '' : chosen.map((instant) => instant ?? '').join('/'))
  }

  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant={value === '' ? 'filter' : 'chosenFilter'}
          size="md"
          id={id}
          aria-label={labelled(label, words)}
          className="w-full justify-start!"
        >
          <CalendarRange aria-hidden />
          <span className="truncate">{words}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={label}>
        <Suspense fallback={<Skeleton className="m-3 h-96 w-63" />}>
          <RangeCalendar from={from} to={to} hasTimes={!areDays} onChange={choose} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
