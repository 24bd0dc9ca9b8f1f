import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { everything } from '../../../contract/rules.ts'
import { queryOf } from '../../api/queryOf.ts'
import { recordLink } from '../record/recordLinks.ts'
import { readSavedTable, saveTable } from './savedTables.ts'
import { rowsRequest, type TableApi } from './tableQueries.ts'
import { readTableState, tableSearch } from './tableState.ts'

type Step = (() => void) | undefined

/**
 * Opens the record before or after this one, in the order of the list as it was left, also on the pages around it. Both are undefined for a
 * record that is not among the rows last shown there, and while the list shows everything.
 */
export function useNeighbours(
  entity: RecordEntity,
  api: TableApi<{ readonly id: number }>,
  id: number,
): { readonly previous: Step; readonly next: Step } {
  const navigate = useNavigate()
  const state = readTableState(readSavedTable(entity) ?? {})
  const { currentPage, perPage } = state
  // What the list has loaded; a record that was opened by its address needs no list.
  const init = useQuery({ ...queryOf(api.initB122Table), enabled: false })
  const rowsOf = (asked: number) => queryOf(api.getB122TableResults, rowsRequest(state, { perPage, currentPage: asked }, init.data))
  const here = useQuery({ ...rowsOf(currentPage), enabled: false })
  const ids = perPage === everything ? [] : (here.data?.items ?? []).map((row) => row.id)
  const at = ids.indexOf(id)
  const pages = Math.ceil((here.data?.totalRows ?? 0) / perPage)
  const isFirst = at === 0 && currentPage > 1
  const isLast = at !== -1 && at === ids.length - 1 && currentPage < pages
  const before = useQuery({ ...rowsOf(Math.max(1, currentPage - 1)), enabled: isFirst })
  const after = useQuery({ ...rowsOf(currentPage + 1), enabled: isLast })

  function step(to: number | undefined, page: number): Step {
    if (to === undefined) return undefined
    return () => {
      // The way back leads to the page on which the record stands.
      saveTable(entity, tableSearch({ ...state, currentPage: page }))
      void navigate(recordLink(entity, 'show', to))
    }
  }
  if (at === -1) return { previous: undefined, next: undefined }
  return {
    previous: isFirst ? step(before.data?.items.at(-1)?.id, currentPage - 1) : step(ids[at - 1], currentPage),
    next: isLast ? step(after.data?.items[0]?.id, currentPage + 1) : step(ids[at + 1], currentPage),
  }
}
