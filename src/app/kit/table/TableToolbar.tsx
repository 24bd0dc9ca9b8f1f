import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import type { TableInit } from '../../../contract/table.ts'
import { Input } from '../../ui/input.tsx'
import type { FilterWords } from './filters/filterWords.ts'
import { TableFilters } from './filters/TableFilters.tsx'
import type { useTableState } from './useTableState.ts'

type TableToolbarProps = Pick<ReturnType<typeof useTableState>, 'state' | 'change'> & {
  init: TableInit | undefined
  filters: Readonly<Record<string, FilterWords>> | undefined
  serialLabel: string | undefined
  /** After the filters. */
  children: ReactNode
}

/** The searches and filters of a list, in the server's order. */
export function TableToolbar({ init, state, change, filters, serialLabel, children }: TableToolbarProps) {
  const { t } = useLingui()
  const words: Readonly<Record<string, FilterWords>> = {
    ...filters,
    deleted: { label: t`Shown`, values: { true: t`Deleted` }, none: t`Not deleted` },
  }
  const search = (changes: Partial<typeof state>) => change(changes, { isReplacing: true })
  const shown = (init?.filters ?? []).flatMap((offered) => {
    const known = words[offered.name]
    return known ? [{ offered, words: known, value: state.filters[offered.name] ?? '' }] : []
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox className="w-full sm:w-64" label={t`Search`} value={state.search} onChange={(typed) => search({ search: typed })} />
      {serialLabel !== undefined && (
        <SearchBox
          className="w-full sm:w-48"
          label={serialLabel}
          value={state.searchSerial}
          onChange={(typed) => search({ searchSerial: typed })}
        />
      )}
      <TableFilters filters={shown} onChange={(name, value) => change({ filters: { ...state.filters, [name]: value } })} />
      {children}
    </div>
  )
}

const typingPauseMs = 250

type SearchBoxProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search that waits for a pause in typing. */
function SearchBox({ ref, label, value, onChange, className }: SearchBoxProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  /** Values that were passed on but are not in the address yet. */
  const [pending, setPending] = useState<readonly string[]>([])
  if (value !== known) {
    const at = pending.lastIndexOf(value)
    setKnown(value)
    setPending(at === -1 ? [] : pending.slice(at + 1))
    // Reset or changed by the Back button. Values that were passed on from here are already in the input, perhaps followed by more.
    if (at === -1) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      setPending((before) => [...before, typed.trim()])
      onChange(typed.trim())
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className={className}>
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
        <Input
          ref={ref}
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          className="h-8! pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={t`Clear: ${label}`}
            className="absolute top-1/2 right-1.5 -translate-y-1/2 rounded-sm p-1 text-muted-foreground hover:text-foreground"
            onClick={() => setTyped('')}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </div>
  )
}
