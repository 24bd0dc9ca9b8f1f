/** What a list shows: kept in its address, saved when it is left and restored when one comes back (section 2). Knows no entity. */
import * as v from 'valibot'
import { perPageDefault, perPageOptions, textMaxLength } from '../../../contract/rules.ts'

const typed = v.fallback(v.pipe(v.string(), v.maxLength(textMaxLength)), '')

/** Whatever stands in an address that somebody has changed by hand becomes the default. */
const tableState = v.object({
  search: typed,
  searchSerial: typed,
  sortBy: v.fallback(v.string(), 'id'),
  sortDesc: v.fallback(v.boolean(), true),
  currentPage: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999)), 1),
  perPage: v.fallback(v.picklist(perPageOptions), perPageDefault),
  /** By the filter's name; a name that the list does not have is left alone. */
  filters: v.fallback(v.record(v.string(), v.string()), {}),
})
export type TableState = v.InferOutput<typeof tableState>

/** As the address holds it: only what is not the default. */
export type TableSearch = Readonly<Record<string, unknown>>

const defaults: TableState = v.parse(tableState, Object.fromEntries(Object.keys(tableState.entries).map((key) => [key, null])))

export function readTableState(search: TableSearch): TableState {
  return v.parse(tableState, { ...defaults, ...search })
}

export function tableSearch(state: TableState): TableSearch {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== ''))
  const isDefault = ([key, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(defaults[key as keyof TableState])
  return Object.fromEntries(Object.entries({ ...state, filters }).filter((entry) => !isDefault(entry)))
}
