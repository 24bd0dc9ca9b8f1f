import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TableInit } from '../../../contract/table.ts'
import type { FilterWords } from './filters/filterWords.ts'
import { SearchBox } from './SearchBox.tsx'
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
