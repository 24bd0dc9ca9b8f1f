import { SearchSelect, type SearchSelectLook } from './search-select.tsx'

type ComboboxProps = SearchSelectLook & {
  value: string
  onChange: (value: string) => void
  /** The button's text for the choice. */
  shown: string
  /** For a search that is done elsewhere: the typed text, and '' once the list is closed. */
  onSearch?: (typed: string) => void
}

/** A select with a search. */
export function Combobox({ value, onChange, ...select }: ComboboxProps) {
  return (
    <SearchSelect
      {...select}
      isChosen={(option) => option.value === value}
      onSelect={(option, close) => {
        onChange(option.value)
        close()
      }}
    />
  )
}
