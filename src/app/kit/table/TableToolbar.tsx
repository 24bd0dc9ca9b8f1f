import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TableInit } from '../../../contract/table.ts'
import { SearchBox } from './SearchBox.tsx'
import { type FilterWords, TableFilter } from './TableFilter.tsx'
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
    deleted: { label: t`Not deleted`, values: { true: t`Deleted` } },
  }
  const search = (changes: Partial<typeof state>) => change(changes, { isTyping: true })
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
      {init?.filters.map((filter) => {
        const known = words[filter.name]
        const value = state.filters[filter.name] ?? ''
        return (
          known && (
            <TableFilter
              key={filter.name}
              filter={filter}
              words={known}
              value={value}
              onChange={(chosen) => change({ filters: { ...state.filters, [filter.name]: chosen } })}
            />
          )
        )
      })}
      {children}
    </div>
  )
}
