/**
 * Admin lists, from the request to SQL: search, filters, sort, page and total. Knows no entity; each describes itself as a `ListSource`.
 *
 * First finds the ids of the page in the entity's own table, then reads the rows of those ids with their joins and counts.
 */
import { setImmediate } from 'node:timers/promises'
import { and, type Column, getTableName, notInArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Endpoint, mayCall } from '../../contract/endpoint.ts'
import { everything, listRowsMax, type Locale, type Role } from '../../contract/rules.ts'
import type { ListRequest, ListSearch, TableInit } from '../../contract/table.ts'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { countRows } from './countRows.ts'
import { findPage, type OrderedRows } from './findPage.ts'
import { containsWords, type SearchedText } from './foldText.ts'
import { keysetPages } from './keysetPages.ts'
import { deletedFilter, type ListFilter } from './listFilters.ts'
import { RowPages } from './rowPages.ts'

/** For all rows of a list: half of a page, because the embedded database keeps others waiting meanwhile. */
const rowsAtOnce = 250

/** The caller, as far as rights depend on it. */
export type Actor = { readonly id: number; readonly role: Role }

/** Rows of a table without `isDeleted` cannot be deleted. */
export type ListTable = PgTable & { readonly id: PgColumn; readonly isDeleted?: PgColumn; readonly erasedAt?: PgColumn }

export type ListSource<Row> = {
  readonly table: ListTable
  /** The searchable text of a row; or, if it is spread over several tables, a function that returns one condition per typed word. */
  readonly searched: SearchedText | ((db: Database, typed: string) => readonly SQL[])
  /** A statement that selects the ids of all that a search finds, deleted rows left out, where indexes alone can answer it. */
  readonly foundIds?: (db: Database, typed: string) => SQL | undefined
  /** The condition for `searchSerial`. */
  readonly hasSerial?: (db: Database, serial: string) => SQL | undefined
  /** The contract's sortable columns, for a reader of this language. Each sort of a list of very many rows needs an index. */
  readonly sorts: (db: Database, locale: Locale) => Readonly<Record<string, SQL | Column>>
  /** By position. If rows can be deleted, a filter for deleted rows is appended. */
  readonly filters: (db: Database) => readonly ListFilter[]
  /** The rows of these ids in any order, as this caller sees them. */
  readonly find: (db: Database, ids: readonly number[], actor: Actor) => Promise<readonly Row[]>
}

/** The calls behind the list's buttons: a button is shown to those who may make its call. A read-only list has none. */
type ListCalls = { readonly create?: Endpoint; readonly update?: Endpoint; readonly remove?: Endpoint }

type ListCall = { readonly db: Database; readonly user: Actor; readonly locale: Locale; readonly body: ListRequest }

/** The two handlers of `tableCalls`, to spread into an entity's handlers. */
export function listHandlers<Row extends { readonly id: number }>(source: ListSource<Row>, calls: ListCalls) {
  return {
    async initB122Table({ db, user }: { db: Database; user: Actor }): Promise<TableInit> {
      const everyRow = conditionOf(source, db, { filters: [] })
      const totalCount = await countRows(db, source.table, everyRow.where, everyRow.countKey)
      const filters = await Promise.all(
        filtersOf(source, db).map(async ({ name, kind, options }, position) => ({
          position,
          name,
          kind,
          selectedValue: '',
          options: [...(await options())],
        })),
      )
      const may = (call: Endpoint | undefined) => call !== undefined && mayCall(call, user.role)
      return { totalCount, filters, allowed: { create: may(calls.create), edit: may(calls.update), remove: may(calls.remove) } }
    },

    async getB122TableResults({ db, user, locale, body }: ListCall): Promise<{ items: Row[]; totalRows: number } | RowPages<Row>> {
      const { perPage, currentPage } = body
      const ordered = orderedRows(source, db, body, locale)
      if (perPage === everything && currentPage === 1) return new RowPages(readPages(source, db, ordered, user))
      // Longer than any list; the database rejects an offset beyond 64 bits.
      const first = Math.min((currentPage - 1) * perPage, Number.MAX_SAFE_INTEGER)
      const { ids, totalRows } = await findPage(db, ordered, { first, rows: Math.min(perPage, listRowsMax) })
      return { items: await findInOrder(source, db, ids, user), totalRows }
    },
  }
}

/** How many rows a list shows for a search and filters, and the filters by name, without those that select nothing. */
export async function describeSearch<Row>(
  source: ListSource<Row>,
  db: Database,
  search: ListSearch,
): Promise<{ rows: number; filters: Readonly<Record<string, string>> }> {
  const { where, countKey } = conditionOf(source, db, search)
  const named = filtersOf(source, db).map(({ name }, position) => [name, selectedIn(search, position)] as const)
  return {
    rows: await countRows(db, source.table, where, countKey),
    filters: Object.fromEntries(named.filter(([, value]) => value !== '')),
  }
}

/** All rows that a list shows for a search and filters, newest first, page by page. */
export function readAllRows<Row extends { readonly id: number }>(
  source: ListSource<Row>,
  db: Database,
  search: ListSearch,
  actor: Actor,
): AsyncGenerator<readonly Row[]> {
  return readPages(source, db, orderedRows(source, db, { ...search, sortBy: 'id', sortDesc: true }, 'en'), actor)
}

/**
 * The first rows that match, at most `rowsMax`, in any order. Reads no more of them than that: matches are neither counted nor sorted. What is
 * deleted is left out.
 */
export async function findFirst<Row extends { readonly id: number }>(
  source: ListSource<Row>,
  { db, actor, rowsMax, conditions }: { db: Database; actor: Actor; rowsMax: number; conditions: readonly (SQL | undefined)[] },
): Promise<Row[]> {
  const { table } = source
  const known: number[] = []
  for (const where of conditions) {
    if (known.length >= rowsMax) break
    const isOther = known.length === 0 ? undefined : notInArray(table.id, known)
    const matches = db
      .select({ id: table.id })
      .from(table)
      .where(and(where, conditionOf(source, db, { filters: [] }).where, isOther))
    // Planned as if all matches were read, so that a search which finds nothing uses its index too; yet only the first are.
    const found = await db.execute(sql`with found as materialized ${matches} select id from found limit ${rowsMax - known.length}`)
    known.push(...rowsOf(found).map(({ id }) => Number(id)))
  }
  return findInOrder(source, db, known, actor)
}

/** The ids of all rows that a list shows for a search and filters, in any order: at most `rowsMax`. */
export async function findIds<Row>(source: ListSource<Row>, db: Database, search: ListSearch, rowsMax: number): Promise<number[]> {
  const { where } = conditionOf(source, db, search)
  const found = await db
    .select({ id: sql<number>`${source.table.id}`.mapWith(Number) })
    .from(source.table)
    .where(where)
    .limit(rowsMax)
  return found.map(({ id }) => id)
}

/** The list's own conditions for a search. */
export function searchedBy<Row>(source: ListSource<Row>, db: Database, typed: string): SQL | undefined {
  return and(...searchedFor(source, db, typed))
}

async function* readPages<Row extends { readonly id: number }>(
  source: ListSource<Row>,
  db: Database,
  ordered: OrderedRows,
  actor: Actor,
): AsyncGenerator<readonly Row[]> {
  for await (const ids of keysetPages(db, ordered, rowsAtOnce)) {
    yield findInOrder(source, db, ids, actor)
    // The embedded database answers without a turn of the event loop, and others would wait for the last page.
    await setImmediate()
  }
}

function orderedRows<Row>(
  source: ListSource<Row>,
  db: Database,
  request: ListSearch & Pick<ListRequest, 'sortBy' | 'sortDesc'>,
  locale: Locale,
): OrderedRows {
  const { sortBy, sortDesc, search, searchSerial } = request
  return {
    ...conditionOf(source, db, request),
    table: source.table,
    key: source.sorts(db, locale)[sortBy],
    sortDesc,
    isSearch: Boolean(search) || Boolean(searchSerial),
  }
}

/** The rows of these ids, in their order. */
async function findInOrder<Row extends { readonly id: number }>(
  source: ListSource<Row>,
  db: Database,
  ids: readonly number[],
  actor: Actor,
): Promise<Row[]> {
  const found = ids.length === 0 ? [] : await source.find(db, ids, actor)
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function filtersOf<Row>(source: ListSource<Row>, db: Database): ListFilter[] {
  const { isDeleted, erasedAt } = source.table
  return [...source.filters(db), ...(isDeleted === undefined ? [] : [deletedFilter({ isDeleted, erasedAt })])]
}

function conditionOf<Row>(
  source: ListSource<Row>,
  db: Database,
  request: ListSearch,
): Pick<OrderedRows, 'where' | 'countKey' | 'foundIds'> {
  const { search = '', searchSerial = '' } = request
  const chosen = filtersOf(source, db).map(({ where }, position) => {
    const value = selectedIn(request, position)
    return { value, where: where(value) }
  })
  const isOnlySearch = searchSerial === '' && chosen.every(({ value }) => value === '')
  const serial = searchSerial === '' ? undefined : source.hasSerial?.(db, searchSerial)
  return {
    where: and(...chosen.map(({ where }) => where), ...searchedFor(source, db, search), serial),
    foundIds: isOnlySearch ? source.foundIds?.(db, search) : undefined,
    countKey: JSON.stringify([getTableName(source.table), search, searchSerial, ...chosen.map(({ value }) => value)]),
  }
}

function selectedIn({ filters }: ListSearch, position: number): string {
  return filters.findLast((one) => one.position === position)?.selectedValue ?? ''
}

function searchedFor<Row>({ searched }: ListSource<Row>, db: Database, typed: string): readonly SQL[] {
  return typeof searched === 'function' ? searched(db, typed) : containsWords(searched, typed)
}
