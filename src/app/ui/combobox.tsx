import { SearchSelect, type SearchSelectLook } from './searchSelect.tsx'

type ComboboxProps = SearchSelectLook & {
  value: string
  onChange: (value: string) => void
  /** What the button shows of the choice. */
  shown: string
}

/** A select that can be searched. */
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
