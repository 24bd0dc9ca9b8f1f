import { X } from 'lucide-react'
import { type SearchOption, SearchSelect, type SearchSelectLook } from './search-select.tsx'

type MultiComboboxProps = SearchSelectLook & {
  chosen: readonly SearchOption[]
  onChange: (chosen: readonly SearchOption[]) => void
  /** For a search on the server: the typed text. */
  onSearch?: ((typed: string) => void) | undefined
  /** "Remove Ann" */
  removeLabel: (label: string) => string
}

/** A multiple select with a search: the list stays open, and the chosen options are listed below. */
export function MultiCombobox({ chosen, onChange, removeLabel, ...select }: MultiComboboxProps) {
  const isChosen = (option: SearchOption) => chosen.some(({ value }) => value === option.value)
  const without = (option: SearchOption) => chosen.filter(({ value }) => value !== option.value)
  return (
    <div className="flex flex-col gap-2">
      <SearchSelect
        {...select}
        shown=""
        isChosen={isChosen}
        onSelect={(option) => onChange(isChosen(option) ? without(option) : [...chosen, option])}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((option) => (
            <li
              key={option.value}
              className="flex max-w-full items-center gap-1 rounded-full bg-accent py-0.5 pr-1 pl-2.5 text-sm text-accent-foreground forced-colors:border"
            >
              <span className="truncate">{option.label}</span>
              <button
                type="button"
                aria-label={removeLabel(option.label)}
                className="rounded-full p-0.5 hover:bg-background/60"
                onClick={() => onChange(without(option))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
