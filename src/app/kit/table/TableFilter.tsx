import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { OfferedFilter } from '../../../contract/table.ts'
import { cn } from '../../ui/cn.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { DateRangeFilter } from './DateRangeFilter.tsx'

export type FilterWords = {
  readonly label: string
  /** The names of its values if the server only has codes for them. */
  readonly values?: Readonly<Record<string, string>>
  /** A date range over calendar days, which have no time and no time zone. */
  readonly areDays?: true
}

type TableFilterProps = {
  filter: OfferedFilter
  words: FilterWords
  value: string
  onChange: (value: string) => void
}

const searchableFrom = 11

/** One filter of a list, which can be cleared on its own. */
export function TableFilter({ filter, words, value, onChange }: TableFilterProps) {
  const { t } = useLingui()
  const isChosen = value !== ''
  return (
    <div className="relative flex items-center gap-1">
      <div className={cn(filter.kind === 'dateRange' ? 'w-auto' : 'w-40')}>
        {filter.kind === 'dateRange' ? (
          <DateRangeFilter label={words.label} areDays={words.areDays === true} value={value} onChange={onChange} />
        ) : (
          <SelectFilter filter={filter} words={words} value={value} onChange={onChange} />
        )}
      </div>
      {isChosen && (
        <button
          type="button"
          aria-label={t`Clear: ${words.label}`}
          className="rounded-sm p-1 text-muted-foreground hover:bg-accent hover:text-accent-foreground"
          onClick={() => onChange('')}
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}

function SelectFilter({ filter, words, value, onChange }: TableFilterProps) {
  const { t } = useLingui()
  const options = filter.options.map(({ id, tostring }) => ({ value: id, label: words.values?.[id] ?? tostring }))
  const chosen = options.find((option) => option.value === value)
  const look = cn('h-9', chosen !== undefined && 'border-primary bg-accent text-accent-foreground')
  if (options.length >= searchableFrom) {
    return (
      <Combobox
        name={filter.name}
        aria-label={words.label}
        options={options}
        value={value}
        onChange={onChange}
        shown={chosen === undefined ? '' : `${words.label}: ${chosen.label}`}
        placeholder={words.label}
        searchLabel={t`Search: ${words.label}`}
        emptyText={t`No results`}
        className={look}
      />
    )
  }
  return (
    <NativeSelect
      aria-label={words.label}
      className={look}
      value={chosen === undefined ? '' : value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{words.label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}
