import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../../../ui/combobox.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { DateRangeFilter } from './DateRangeFilter.tsx'
import { optionsOf, type ShownFilter } from './filterWords.ts'

type FilterFieldProps = { id: string; filter: ShownFilter; onChange: (value: string) => void }

const searchableFrom = 11

/** Where one filter is chosen: among its values, by a search where they are many, or as a range in a calendar. */
export function FilterField({ id, filter, onChange }: FilterFieldProps) {
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
