/** The two calls of every back-office list (the specification, section 7), and the schemas of their parts. Knows no entity. */
import * as v from 'valibot'
import { type Audience, endpoint, fileAnswer } from './endpoint.ts'
import { booleanText, id, jsonText, searchText, text } from './fields.ts'
import { always } from './effects.ts'
import { everything, listRowsMax, textMaxLength } from './rules.ts'
import { isStorable } from './storableText.ts'

/** The rows per request while a list shows everything. */
export const pieceRows = listRowsMax

/** At most one request in this time, however fast the search and the filters change (the specification, section 9). */
export const tableRefreshMs = 500

/** An integer as text that no person types: any other value is a broken client. */
const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))
const perPage = v.pipe(
  count,
  v.description(`At most ${listRowsMax}, or ${everything} for everything.`),
  v.check((rows) => rows <= listRowsMax || rows === everything),
)

/**
 * A filter (the specification, section 7): its position and the selected value. '' selects nothing. A date range is two ISO 8601 instants
 * separated by a slash, either of which may be missing.
 */
const chosenFilter = v.strictObject({ position: v.pipe(v.number(), v.integer(), v.minValue(0)), selectedValue: v.string() })
export type ChosenFilter = v.InferOutput<typeof chosenFilter>

/** All filters of a request. */
export const chosenFilters = v.pipe(v.array(chosenFilter), v.maxLength(20))

/** What a list is searched for, to spread into the form of a call. */
export const tableSearch = {
  search: searchText(),
  searchSerial: searchText(),
  filters: jsonText(chosenFilters),
}

const offeredFilter = v.object({
  position: v.number(),
  /** The initial selection. */
  selectedValue: v.string(),
  /** Additions: the filter's name, as the screen knows it; its kind; and the options of a select. */
  name: v.string(),
  kind: v.picklist(['select', 'dateRange']),
  options: v.array(v.object({ id: v.string(), tostring: v.string() })),
})
export type OfferedFilter = v.InferOutput<typeof offeredFilter>

/** What the caller may do with the rows, from the audiences of the calls. */
const allowed = v.object({ create: v.boolean(), edit: v.boolean(), remove: v.boolean() })
export type Allowed = v.InferOutput<typeof allowed>

const tableInit = v.object({
  totalCount: v.number(),
  filters: v.array(offeredFilter),
  /** Addition: section 2 of the specification leaves the source of the allow flags open. */
  allowed,
})
export type TableInit = v.InferOutput<typeof tableInit>

const anyRow = v.object({ id })

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Of all columns of an export together: a filter by country has 250 words. */
const exportValuesMax = 2_000
const shownWord = v.pipe(v.string(), v.description('Without NUL and lone surrogates.'), v.check(isStorable), v.maxLength(textMaxLength))

/**
 * A column of an exported file, as the reader's screen names it. `words` are what the screen says for values that are codes; values without one
 * stand as they are.
 */
function exportColumn<const X extends string>(names: readonly X[]) {
  return v.strictObject({ id: v.picklist(names), header: shownWord, words: v.optional(v.record(v.string(), shownWord)) })
}

/**
 * `sortable` are the sortable columns besides `id`. Spread both calls into the entity's own. A search ignores case and accents. Each of its
 * words must occur in the row, one or two letters only at the start of a word; single letters alone only at the start of its name.
 *
 * `perPage` is at most `listRowsMax`, or `everything`. Page 1 of everything has every row, and is sent while it is read: `items` in the order
 * of the sort, ids breaking ties, then `totalRows`, their number. It is no snapshot: a row that is added or deleted during the answer may be
 * in it or not, and a row whose sorted column changes may be missing or come twice. Sorted by id, every row comes at most once. If something
 * fails half-way, or the caller loses the session or the role, the connection breaks before the body ends, and what has arrived is no valid
 * JSON. Failures before the first row are ordinary error responses. Further pages of everything have no rows.
 *
 * `people`: whose rows a row is, by the numbers of their accounts.
 *
 * `exportRows`, an addition, answers a file of all rows that a search and filters find, newest first: .xlsx for `exportSheetRowsMax` rows at
 * most (`export.too.long.error`), .csv for any number, in UTF-8 with a byte order mark, separated by commas, or by semicolons for readers of
 * French. `exported` are the columns that it can have; `title` names the file. Instants are in UTC. In .csv, a text that a spreadsheet would
 * read as a formula begins with an apostrophe. It is no snapshot either, but no row comes twice. The security log keeps who exported what;
 * `too.many.requests.error` after `exportsPerHour`. `not.authorized` for rows that the caller may read, but not take away.
 */
export function tableCalls<
  const E extends string,
  const Row extends typeof anyRow | v.GenericSchema<{ id: number }>,
  const S extends string,
  const X extends string,
>(
  entity: E,
  {
    audience,
    row,
    sortable,
    exported,
    people,
  }: {
    audience: Exclude<Audience, 'anyone'>
    row: Row
    sortable: readonly S[]
    exported: readonly X[]
    people?: (row: v.InferOutput<Row>) => readonly number[]
  },
) {
  return {
    initB122Table: endpoint({
      method: 'GET',
      path: `/${entity}/initB122Table`,
      audience,
      isReadOnly: true,
      body: 'none',
      response: tableInit,
    }),

    getB122TableResults: endpoint({
      method: 'POST',
      path: `/${entity}/getB122TableResults`,
      audience,
      isReadOnly: true,
      body: 'multipart',
      request: v.strictObject({
        perPage,
        currentPage: count,
        sortBy: v.picklist(['id', ...sortable]),
        sortDesc: booleanText,
        ...tableSearch,
      }),
      response: v.object({ items: v.array(row), totalRows: v.number() }),
      ...(people && { people: ({ items }: { items: readonly v.InferOutput<Row>[] }) => items.flatMap(people) }),
    }),

    exportRows: endpoint({
      method: 'POST',
      path: `/${entity}/export`,
      audience,
      effects: { rows: always },
      body: 'form',
      request: v.strictObject({
        format: v.picklist(exportFormats),
        title: text(),
        columns: jsonText(v.pipe(v.array(exportColumn(exported)), v.minLength(1), v.maxLength(exported.length)), exportValuesMax),
        ...tableSearch,
      }),
      response: fileAnswer,
    }),
  }
}

export type ListSearch = {
  readonly search?: string | undefined
  readonly searchSerial?: string | undefined
  readonly filters: ChosenFilter[]
}

/** A list's request, without the names of its columns. */
export type ListRequest = ListSearch & {
  readonly perPage: number
  readonly currentPage: number
  readonly sortBy: string
  readonly sortDesc: boolean
}

/** A request for a file of a list's rows, without the names of its columns. */
export type ExportRequest = ListSearch & {
  readonly format: ExportFormat
  readonly title: string
  readonly columns: { readonly id: string; readonly header: string; readonly words?: Readonly<Record<string, string>> | undefined }[]
}
