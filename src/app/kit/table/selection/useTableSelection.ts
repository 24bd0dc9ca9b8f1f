import { useRef, useState } from 'react'
import type { TableState } from '../tableState.ts'
import type { useTableRows } from '../useTableRows.ts'

/** How many names a question about the selection gives. */
const namesShown = 3

type Chosen<Row> = {
  /** The search and filters for which they were chosen. */
  readonly found: string
  readonly rows: ReadonlyMap<number, Row>
  /** All that are found, on whichever page. */
  readonly isAll: boolean
}

export type TableSelection = {
  readonly count: number
  readonly isAll: boolean
  /** Those chosen one by one or by page; empty where all that are found are chosen. */
  readonly ids: readonly number[]
  /** Of the first ones. */
  readonly names: readonly string[]
  readonly totalRows: number
  readonly selectAll: () => void
  readonly clear: () => void
}

/** Kept over pages and orders of the list; another search or filter ends it. */
export function useTableSelection<Row extends { readonly id: number }>(
  { search, searchSerial, filters }: TableState,
  rows: ReturnType<typeof useTableRows<Row>>,
  nameOf: ((row: Row) => string) | undefined,
) {
  const found = JSON.stringify([search, searchSerial, filters])
  const none = { found, rows: new Map<number, Row>(), isAll: false }
  const [kept, setKept] = useState<Chosen<Row>>(none)
  const chosen = kept.found === found ? kept : none
  /** Where a range begins. */
  const lastIndex = useRef<number>(undefined)

  const choose = (next: ReadonlyMap<number, Row>) => setKept({ found, rows: next, isAll: false })
  const rowsBetween = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => rows.rowAt(first + index)).filter((row) => row !== undefined)
  const shown = () => rowsBetween(0, rows.rowCount - 1)
  const isSelected = (id: number) => chosen.isAll || chosen.rows.has(id)

  function toggle(index: number, { isRange }: { isRange: boolean }): void {
    const row = rows.rowAt(index)
    if (row === undefined) return
    const start = isRange ? (lastIndex.current ?? index) : index
    lastIndex.current = index
    // Of all that are found, only what is on this page is known one by one.
    const next = new Map(chosen.isAll ? shown().map((one) => [one.id, one]) : chosen.rows)
    const isAdded = !isSelected(row.id)
    for (const one of rowsBetween(Math.min(start, index), Math.max(start, index))) {
      if (isAdded) next.set(one.id, one)
      else next.delete(one.id)
    }
    choose(next)
  }

  const selectAll = () => setKept({ found, rows: new Map(), isAll: true })
  const clear = () => choose(new Map())
  const onPage = rows.isEverything ? [] : shown()
  const chosenOnPage = onPage.filter(({ id }) => isSelected(id)).length

  function togglePage(): void {
    if (rows.isEverything) return chosen.isAll ? clear() : selectAll()
    const next = new Map(chosen.rows)
    const isWhole = chosenOnPage === onPage.length
    for (const row of onPage) {
      if (isWhole) next.delete(row.id)
      else next.set(row.id, row)
    }
    choose(next)
  }

  const named = chosen.isAll ? rowsBetween(0, Math.min(namesShown, rows.rowCount) - 1) : [...chosen.rows.values()].slice(0, namesShown)
  const count = chosen.isAll ? rows.totalRows : chosen.rows.size
  const selection: TableSelection = {
    count,
    isAll: chosen.isAll,
    ids: [...chosen.rows.keys()],
    names: nameOf ? named.map(nameOf) : [],
    totalRows: rows.totalRows,
    selectAll,
    clear,
  }
  /** Of all that are shown here: a page, or everything. */
  const isPageSelected: boolean | 'indeterminate' = rows.isEverything
    ? chosen.isAll || (count > 0 && 'indeterminate')
    : onPage.length > 0 && (chosenOnPage === onPage.length || (chosenOnPage > 0 && 'indeterminate'))
  return { selection, isSelected, toggle, isPageSelected, togglePage, isEverything: rows.isEverything }
}
