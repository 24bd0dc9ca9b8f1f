import type { ListRequest, TableInit } from '../../../contract/table.ts'
import type { CallOptions, Named } from '../../api/createApi.ts'
import type { TableState } from './tableState.ts'

/** The two calls of an entity's list. A list's own request may name fewer columns to sort by. */
export type TableApi<Row> = {
  readonly initB122Table: ((options?: CallOptions) => Promise<TableInit>) & Named
  readonly getB122TableResults: TableCall<Row>
}
// As a method, so that an entity's own call, which names the columns that it sorts by, is one of these.
type TableCall<Row> = { call(request: { body: ListRequest } & CallOptions): Promise<{ items: Row[]; totalRows: number }> }['call'] & Named

/** Filters travel by their position, which the list's init call tells; without a chosen filter the rows need not wait for it. */
export function needsInit({ filters }: TableState): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** What one request for rows asks. `init` is needed where `needsInit` says so. */
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
