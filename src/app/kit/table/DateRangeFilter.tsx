import { CalendarRange } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const RangeCalendar = lazy(async () => ({ default: (await importWithRetry(() => import('./RangeCalendar.tsx'))).RangeCalendar }))

type DateRangeFilterProps = { label: string; value: string; onChange: (value: string) => void }

/** `value` is two instants separated by a slash, either of which may be missing, or ''. */
export function DateRangeFilter({ label, value, onChange }: DateRangeFilterProps) {
  const [from, to] = value.split('/').map(dateOf)
  const words = [from, to].map((date) => (date === undefined ? '…' : formatDateTime(date.toISOString()))).join(' – ')

  const choose = (start: Date | undefined, end: Date | undefined) =>
    onChange(start === undefined && end === undefined ? '' : `${start?.toISOString() ?? ''}/${end?.toISOString() ?? ''}`)

  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="outline"
          size="sm"
          aria-label={value === '' ? label : `${label}: ${words}`}
          className={cn('h-9 border-input font-normal', value !== '' && 'border-primary bg-accent text-accent-foreground')}
        >
          <CalendarRange aria-hidden />
          {value === '' ? label : words}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={label}>
        <Suspense fallback={<Skeleton className="m-3 h-96 w-63" />}>
          <RangeCalendar from={from} to={to} onChange={choose} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}
