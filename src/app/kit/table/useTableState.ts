import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownState, saveTable } from './savedTables.ts'
import { readTableState, tableSearch, type TableState } from './tableState.ts'

/** The list's state, and ways to change it. Typing and corrections replace the history entry; clicks push one. */
export function useTableState(entity: string) {
  const navigate = useNavigate()
  const state = useSearch({ strict: false, select: readTableState, structuralSharing: true })

  useEffect(() => saveTable(entity, tableSearch(state)), [entity, state])

  function change(changes: Partial<TableState>, { isReplacing = false } = {}) {
    // Another search, filter or order starts again on the first page.
    const next = { ...state, currentPage: 1, ...changes }
    void navigate({ to: '.', search: tableSearch(next), state: ownState(), replace: isReplacing, resetScroll: false })
  }

  return {
    state,
    change,
    reset: () => void navigate({ to: '.', search: {}, resetScroll: false }),
    isChanged: Object.keys(tableSearch(state)).length > 0,
  }
}
