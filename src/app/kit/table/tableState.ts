/** What a list shows: kept in its address, saved when it is left and restored when the reader comes back (section 2). Knows no entity. */
import * as v from 'valibot'
import { perPageOptions, textMaxLength } from '../../../contract/rules.ts'
import { tableDefaults } from '../../../contract/table.ts'

/** An address that holds digits alone gives a number. */
const text = v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.maxLength(textMaxLength))
const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999))

function withDefault<const S extends v.GenericSchema, const D extends v.InferOutput<S>>(schema: S, value: D) {
  return v.optional(v.fallback(schema, value), value)
}

/** The search part of a list's address. Missing values, and those that a reader has mistyped, become the defaults. */
const tableSearchSchema = v.object({
  search: withDefault(text, ''),
  searchSerial: withDefault(text, ''),
  sortBy: withDefault(v.string(), tableDefaults.sortBy),
  sortDesc: withDefault(v.boolean(), tableDefaults.sortDesc),
  currentPage: withDefault(page, tableDefaults.currentPage),
  perPage: withDefault(v.picklist(perPageOptions), tableDefaults.perPage),
  /** By the filter's name; a name that the list does not have is left alone. */
  filters: withDefault(v.record(v.string(), v.string()), {}),
})

export type TableState = v.InferOutput<typeof tableSearchSchema>

/** As the address holds it: only what is not the default. */
export type TableSearch = Readonly<Record<string, unknown>>

export function readTableState(search: TableSearch): TableState {
  return v.parse(tableSearchSchema, search)
}

const defaultTexts = new Map(Object.entries(readTableState({})).map(([key, value]) => [key, JSON.stringify(value)]))

export function tableSearch(state: TableState): TableSearch {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== ''))
  return Object.fromEntries(Object.entries({ ...state, filters }).filter(([key, value]) => JSON.stringify(value) !== defaultTexts.get(key)))
}
