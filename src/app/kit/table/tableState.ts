/** The state of a list, stored in its address and restored when the user returns (the specification, section 2). Knows no entity. */
import * as v from 'valibot'
import { perPageOptions, tableDefaults, textMaxLength } from '../../../contract/rules.ts'

/** The router parses digits in an address as a number. */
const text = v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.maxLength(textMaxLength))
const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999))

function withDefault<const S extends v.GenericSchema, const D extends v.InferOutput<S>>(schema: S, value: D) {
  return v.optional(v.fallback(schema, value), value)
}

/** The search part of a list's address. Missing and invalid values become the defaults. */
const tableSearchSchema = v.object({
  search: withDefault(text, ''),
  searchSerial: withDefault(text, ''),
  sortBy: withDefault(v.string(), tableDefaults.sortBy),
  sortDesc: withDefault(v.boolean(), tableDefaults.sortDesc),
  currentPage: withDefault(page, tableDefaults.currentPage),
  perPage: withDefault(v.picklist(perPageOptions), tableDefaults.perPage),
  /** By filter name; unknown names are kept. */
  filters: withDefault(v.record(v.string(), v.string()), {}),
})

export type TableState = v.InferOutput<typeof tableSearchSchema>

/** As stored in the address: only values other than the defaults. */
export type TableSearch = Readonly<Record<string, unknown>>

export function readTableState(search: TableSearch): TableState {
  return v.parse(tableSearchSchema, search)
}

/** The last page of so many rows, and the first one if there are none. */
export function lastPageOf(totalRows: number, perPage: number): number {
  return Math.max(1, Math.ceil(totalRows / perPage))
}

const defaultTexts = new Map(Object.entries(readTableState({})).map(([key, value]) => [key, JSON.stringify(value)]))

export function tableSearch(state: TableState): TableSearch {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== ''))
  return Object.fromEntries(Object.entries({ ...state, filters }).filter(([key, value]) => JSON.stringify(value) !== defaultTexts.get(key)))
}
