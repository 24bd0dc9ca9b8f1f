import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Days, type Preset, presets, type Shown } from './period.ts'

type UpdateFiltersProps = {
  shown: Shown
  /** The days that are shown. */
  days: Days
  today: string
  onChange: (changes: Partial<Shown>) => void
}

export function UpdateFilters({ shown, days, today, onChange }: UpdateFiltersProps) {
  const { t } = useLingui()
  const presetNames: Readonly<Record<Preset, string>> = { week: t`7 days`, month: t`Month`, quarter: t`Quarter`, year: t`Year` }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="grid w-full grid-cols-2 gap-2 sm:w-98">
        <ProductSelect product={shown.product} onChange={(product) => onChange({ product })} />
        <NativeSelect
          aria-label={t`Result`}
          className="h-9!"
          value={shown.result}
          onChange={({ target }) => onChange({ result: target.value === 'success' || target.value === 'error' ? target.value : 'all' })}
        >
          <option value="all">{t`All results`}</option>
          <option value="success">{t`Successful`}</option>
          <option value="error">{t`Failed`}</option>
        </NativeSelect>
      </div>
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="sr-only">{t`Period`}</legend>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="md"
            variant={shown.period === preset ? 'secondary' : 'ghost'}
            aria-pressed={shown.period === preset}
            onClick={() => onChange({ period: preset })}
          >
            {presetNames[preset]}
          </Button>
        ))}
      </fieldset>
      <PeriodPicker days={days} today={today} isChosen={typeof shown.period === 'object'} onChange={(period) => onChange({ period })} />
    </div>
  )
}

const searchableFrom = 11

function ProductSelect({ product, onChange }: { product: number; onChange: (product: number) => void }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(queryOf(api.dashboard.getProducts))
  const all = { value: '0', label: t`All products` }
  const options = [all, ...data.map(({ id, tostring }) => ({ value: String(id), label: tostring }))]
  const value = String(product)
  // A deleted product may still be in the address.
  const chosen = options.find((option) => option.value === value) ?? { value, label: t`Deleted product` }
  if (options.length >= searchableFrom) {
    return (
      <Combobox
        name="product"
        aria-label={t`Product`}
        options={options}
        value={value}
        onChange={(id) => onChange(Number(id))}
        shown={chosen.label}
        placeholder={all.label}
        searchLabel={t`Search for a product`}
        emptyText={t`No results`}
        className="h-9!"
      />
    )
  }
  return (
    <NativeSelect aria-label={t`Product`} className="h-9!" value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {[...new Set([...options, chosen])].map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

const PeriodCalendar = lazy(async () => ({ default: (await importWithRetry(() => import('./PeriodCalendar.tsx'))).PeriodCalendar }))

type PeriodPickerProps = {
  days: Days
  today: string
  /** Whether the days were chosen here. */
  isChosen: boolean
  onChange: (days: Days) => void
}

/** The days that are shown. Its calendar takes a first and a last day, in either order, up to today. */
function PeriodPicker({ days, today, isChosen, onChange }: PeriodPickerProps) {
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
