/** What a list shows: kept in its address, saved when it is left and restored when one comes back (section 2). Knows no entity. */
import { perPageOptions, textMaxLength } from '../../../contract/rules.ts'
import { tableDefaults } from '../../../contract/table.ts'

export type TableState = {
  readonly search: string
  readonly searchSerial: string
  readonly sortBy: string
  readonly sortDesc: boolean
  readonly currentPage: number
  readonly perPage: (typeof perPageOptions)[number]
  /** By the filter's name; a name that the list does not have is left alone. */
  readonly filters: Readonly<Record<string, string>>
}

/** As the address holds it: only what is not the default. */
export type TableSearch = Readonly<Record<string, unknown>>

const defaults: TableState = { ...tableDefaults, search: '', searchSerial: '', filters: {} }
const defaultTexts = new Map(Object.entries(defaults).map(([key, value]) => [key, JSON.stringify(value)]))
const lastPage = 999_999_999

/** Whatever stands in an address that somebody has changed by hand becomes the default. */
export function readTableState(search: TableSearch): TableState {
  const { sortBy, sortDesc, currentPage, perPage } = search
  const isPage = typeof currentPage === 'number' && Number.isInteger(currentPage) && currentPage >= 1 && currentPage <= lastPage
  return {
    search: textOf(search['search']),
    searchSerial: textOf(search['searchSerial']),
    sortBy: typeof sortBy === 'string' ? sortBy : defaults.sortBy,
    sortDesc: typeof sortDesc === 'boolean' ? sortDesc : defaults.sortDesc,
    currentPage: isPage ? currentPage : defaults.currentPage,
    perPage: perPageOptions.find((option) => option === perPage) ?? defaults.perPage,
    filters: filtersOf(search['filters']),
  }
}

export function tableSearch(state: TableState): TableSearch {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== ''))
  return Object.fromEntries(Object.entries({ ...state, filters }).filter(([key, value]) => JSON.stringify(value) !== defaultTexts.get(key)))
}

/** An address that holds digits alone gives a number. */
function textOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= textMaxLength ? text : ''
}

function filtersOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
