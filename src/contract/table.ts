/** The two calls that every list of staff's stands on (section 7), and the forms of their parts. Knows no entity. */
import * as v from 'valibot'
import { type Audience, endpoint } from './endpoint.ts'
import { booleanText, id, jsonText, searchText } from './fields.ts'
import { listRowsMax, perPageDefault, perPageOptions } from './rules.ts'

/** "See everything": our own client asks for it in pieces; whoever asks for it at once gets `listRowsMax` rows and the total. */
export const everything = perPageOptions[3]
/** How many rows a list asks for at a time while it shows everything. */
export const pieceRows = listRowsMax

/** At most one request in this time, however fast a list's search and filters change (section 9). */
export const tableRefreshMs = 500

/** A whole number that travels as text and that no person types: anything else is a broken client. */
const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))
const perPage = v.pipe(
  count,
  v.check((rows) => rows <= listRowsMax || rows === everything),
)

/**
 * A filter as section 7 has it: which one, and what is chosen in it. '' chooses nothing; a range of dates is two instants with a slash
 * between them (ISO 8601), either of which may be missing.
 */
const chosenFilter = v.strictObject({ position: v.pipe(v.number(), v.integer(), v.minValue(0)), selectedValue: v.string() })
export type ChosenFilter = v.InferOutput<typeof chosenFilter>

const offeredFilter = v.object({
  position: v.number(),
  /** What is chosen at first. */
  selectedValue: v.string(),
  /** Additions: what it filters, by the name that the screen knows it by; how; and between what, where it is a select. */
  name: v.string(),
  kind: v.picklist(['select', 'dateRange']),
  options: v.array(v.object({ id: v.string(), tostring: v.string() })),
})
export type OfferedFilter = v.InferOutput<typeof offeredFilter>

/** What the caller may do to the rows of a list, from the audiences of the calls that do it. */
const allowed = v.object({ create: v.boolean(), edit: v.boolean(), remove: v.boolean() })
export type Allowed = v.InferOutput<typeof allowed>

const tableInit = v.object({
  totalCount: v.number(),
  filters: v.array(offeredFilter),
  /** Addition: section 2 leaves the source of the allow flags open. */
  allowed,
})
export type TableInit = v.InferOutput<typeof tableInit>

const anyRow = v.object({ id })

/**
 * `sortable` are the columns that can be sorted by, `id` beside them. Both calls are spread into the entity's own.
 * A search ignores case and accents, and each of its words must be found in some part of the row; one of one or two letters at a beginning.
 */
export function tableCalls<
  const E extends string,
  const Row extends typeof anyRow | v.GenericSchema<{ id: number }>,
  const S extends string,
>(entity: E, { audience, row, sortable }: { audience: Exclude<Audience, 'anyone'>; row: Row; sortable: readonly S[] }) {
  return {
    initB122Table: endpoint({ method: 'GET', path: `/${entity}/initB122Table`, audience, body: 'none', response: tableInit }),

    getB122TableResults: endpoint({
      method: 'POST',
      path: `/${entity}/getB122TableResults`,
      audience,
      body: 'multipart',
      request: v.strictObject({
        perPage,
        currentPage: count,
        sortBy: v.picklist(['id', ...sortable]),
        sortDesc: booleanText,
        search: searchText(),
        searchSerial: searchText(),
        filters: jsonText(v.pipe(v.array(chosenFilter), v.maxLength(20))),
      }),
      response: v.object({ items: v.array(row), totalRows: v.number() }),
    }),
  }
}

/** What both ends know of a list's request without knowing its columns. */
export type ListRequest = {
  readonly perPage: number
  readonly currentPage: number
  readonly sortBy: string
  readonly sortDesc: boolean
  readonly search?: string | undefined
  readonly searchSerial?: string | undefined
  readonly filters: ChosenFilter[]
}

/** What a list asks for before anybody has chosen anything (section 9). */
export const tableDefaults = { perPage: perPageDefault, currentPage: 1, sortBy: 'id', sortDesc: true } as const
