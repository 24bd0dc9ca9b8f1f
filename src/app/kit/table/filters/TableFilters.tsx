import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ListFilter, X } from 'lucide-react'
import { useId } from 'react'
import { useLabelled } from '../../../i18n/useLabelled.ts'
import { Button } from '../../../ui/button.tsx'
import { Label } from '../../../ui/label.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx'
import { FilterField } from './FilterField.tsx'
import { chosenWords, type ShownFilter } from './filterWords.ts'

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
