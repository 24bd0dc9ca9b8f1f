import type { ExportRequest, ListRequest, TableInit } from '../../../contract/table.ts'
import type { CallOptions, Named } from '../../api/createApi.ts'
import type { TableState } from './tableState.ts'

/** The calls of an entity's list, whose own requests may allow fewer columns. */
export type TableApi<Row> = {
  readonly initB122Table: ((options?: CallOptions) => Promise<TableInit>) & Named
  readonly getB122TableResults: TableCall<Row>
  readonly exportRows: ExportCall
}
export type ExportCall = { call(request: { body: ExportRequest } & CallOptions): Promise<Response> }['call'] & Named

// Declared as a method, so that a call with a narrower type of columns can be assigned.
type TableCall<Row> = { call(request: { body: ListRequest } & CallOptions): Promise<{ items: Row[]; totalRows: number }> }['call'] & Named

/** Filters are sent by position, which the list's init call returns. Without a selected filter the rows need not wait for it. */
export function needsInit({ filters }: TableState): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** Whether a search or a filter leaves rows out. */
export function isNarrowed(state: TableState): boolean {
  return state.search !== '' || state.searchSerial !== '' || needsInit(state)
}

/** One request for rows. `init` is required if `needsInit` says so. */
export function rowsRequest(
  { sortBy, sortDesc, search, searchSerial, filters }: TableState,
  { perPage, currentPage }: Pick<ListRequest, 'perPage' | 'currentPage'>,
  init: TableInit | undefined,
): { body: ListRequest } {
  const chosen = (init?.filters ?? []).map(({ position, name }) => ({ position, selectedValue: filters[name] ?? '' }))
  const body = {
    perPage,
    currentPage,
    sortBy,
    sortDesc,
    ...(search !== '' && { search }),
    ...(searchSerial !== '' && { searchSerial }),
    filters: chosen.filter(({ selectedValue }) => selectedValue !== ''),
  }
  return { body }
}
