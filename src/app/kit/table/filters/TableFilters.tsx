import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ListFilter, X } from 'lucide-react'
import { useId } from 'react'
import { useLabelled } from '../../../i18n/useLabelled.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx'
import { DateRangeFilter } from './DateRangeFilter.tsx'
import { chosenWords, optionsOf, type ShownFilter } from './filterWords.ts'

type TableFiltersProps = {
  filters: readonly ShownFilter[]
  onChange: (name: string, value: string) => void
}

/** One menu with all filters of a list, and beside it what is chosen, in words; each choice can be cleared on its own. */
export function TableFilters({ filters, onChange }: TableFiltersProps) {
  const { t } = useLingui()
  const labelled = useLabelled()
  const id = useId()
  const chosen = filters.filter(({ value }) => value !== '')
  if (filters.length === 0) return null
  return (
    <>
      <Popover>
        <PopoverTrigger asChild>
          <Button variant={chosen.length === 0 ? 'filter' : 'chosenFilter'} size="sm">
            <ListFilter aria-hidden />
            <Trans>Filter</Trans>
            {chosen.length > 0 && (
              <span className="sr-only">
                <Plural value={chosen.length} one="(# chosen)" other="(# chosen)" />
              </span>
            )}
          </Button>
        </PopoverTrigger>
        <PopoverContent align="start" aria-label={t`Filter`} className="flex w-72 max-w-[92vw] flex-col gap-3 p-4">
          {filters.map((filter) => (
            <div key={filter.offered.name} className="flex flex-col gap-1">
              <Label htmlFor={`${id}-${filter.offered.name}`}>{filter.words.label}</Label>
              <FilterField id={`${id}-${filter.offered.name}`} filter={filter} onChange={(value) => onChange(filter.offered.name, value)} />
            </div>
          ))}
        </PopoverContent>
      </Popover>
      {chosen.map((filter) => (
        <span
          key={filter.offered.name}
          className="inline-flex h-8 max-w-full items-center gap-1 rounded-md bg-accent pr-1 pl-3 text-sm text-accent-foreground"
        >
          <span className="truncate">{labelled(filter.words.label, chosenWords(filter))}</span>
          <button
            type="button"
            aria-label={t`Clear: ${filter.words.label}`}
            className="rounded-sm p-1 hover:bg-background/70"
            onClick={() => onChange(filter.offered.name, '')}
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
    </>
  )
}

type FilterFieldProps = { id: string; filter: ShownFilter; onChange: (value: string) => void }

const searchableFrom = 11

/** Where one filter is chosen: among its values, by a search where they are many, or as a range in a calendar. */
function FilterField({ id, filter, onChange }: FilterFieldProps) {
  const { t } = useLingui()
  const { offered, words, value } = filter
  const none = words.none ?? t`All`
  if (offered.kind === 'dateRange') {
    return <DateRangeFilter id={id} label={words.label} none={none} areDays={words.areDays === true} value={value} onChange={onChange} />
  }
  const options = optionsOf(filter)
  if (options.length >= searchableFrom) {
    const chosen = options.find((option) => option.value === value)
    return (
      <Combobox
        id={id}
        name={offered.name}
        aria-label={words.label}
        options={options}
        value={value}
        onChange={onChange}
        shown={chosen?.label ?? ''}
        placeholder={none}
        searchLabel={t`Search: ${words.label}`}
        emptyText={t`No results`}
        className="h-9!"
      />
    )
  }
  return (
    <NativeSelect id={id} className="h-9!" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}
