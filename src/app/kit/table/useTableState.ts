import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { saveTable } from './savedTables.ts'
import { readTableState, type TableSearch, tableSearch, type TableState } from './tableState.ts'

/** The list's state, and ways to change it. What is typed replaces the address; what is pressed can be gone back from. */
export function useTableState(word: string) {
  const search: TableSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => readTableState(search), [search])

  useEffect(() => saveTable(word, tableSearch(state)), [word, state])

  function change(changes: Partial<TableState>, { isTyping = false } = {}) {
    // Other rows are another list: it begins with its first page.
    const next = { ...state, currentPage: 1, ...changes }
    void navigate({ to: '.', search: tableSearch(next), replace: isTyping, resetScroll: false })
  }

  return {
    state,
    change,
    reset: () => void navigate({ to: '.', search: {}, resetScroll: false }),
    isChanged: Object.keys(tableSearch(state)).length > 0,
  }
}
