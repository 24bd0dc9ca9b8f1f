/**
 * Admin lists, from the request to SQL: search, filters, sort, page and total. Knows no entity; each describes itself as a `ListSource`.
 *
 * First finds the ids of the page in the entity's own table, then reads the rows of those ids with their joins and counts.
 */
import { and, asc, type Column, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Endpoint, mayCall } from '../../contract/endpoint.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { Role } from '../../contract/rules.ts'
import type { ListRequest, TableInit } from '../../contract/table.ts'
import type { Database } from '../db/connect.ts'
import { countRows } from './countRows.ts'
import { containsWords, type SearchedText } from './foldText.ts'
import { deletedFilter, type ListFilter } from './listFilters.ts'

/** The caller, as far as rights depend on it. */
export type Actor = { readonly id: number; readonly role: Role }

/** Rows of a table without `isDeleted` cannot be deleted. */
export type ListTable = PgTable & { readonly id: PgColumn; readonly isDeleted?: PgColumn }

export type ListSource<Row> = {
  readonly table: ListTable
  /** The searchable text of a row; or, if it is spread over several tables, a function that returns one condition per typed word. */
  readonly searched: SearchedText | ((db: Database, typed: string) => readonly SQL[])
  /** The condition for `searchSerial`. */
  readonly hasSerial?: (db: Database, serial: string) => SQL | undefined
  /** The contract's sortable columns. */
  readonly sorts: (db: Database) => Readonly<Record<string, SQL | Column>>
  /** By position. If rows can be deleted, a filter for deleted rows is appended. */
  readonly filters: (db: Database) => readonly ListFilter[]
  /** The rows of these ids in any order, as this caller sees them. */
  readonly find: (db: Database, ids: readonly number[], actor: Actor) => Promise<readonly Row[]>
}

/** The calls behind the list's buttons: a button is shown to those who may make its call. A read-only list has none. */
type ListCalls = { readonly create?: Endpoint; readonly update?: Endpoint; readonly remove?: Endpoint }

type ListCall = { readonly db: Database; readonly user: Actor; readonly body: ListRequest }

/** The two handlers of `tableCalls`, to spread into an entity's handlers. */
export function listHandlers<Row extends { readonly id: number }>(source: ListSource<Row>, calls: ListCalls) {
  return {
    async initB122Table({ db, user }: { db: Database; user: Actor }): Promise<TableInit> {
      const everyRow = conditionOf(source, db, { filters: [] })
      const totalCount = await countRows(db, source.table, everyRow.where, everyRow.name)
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

    async getB122TableResults({ db, user, body }: ListCall): Promise<{ items: Row[]; totalRows: number }> {
      const { ids, totalRows } = await findPage(source, db, body, conditionOf(source, db, body))
      const found = ids.length === 0 ? [] : await source.find(db, ids, user)
      const byId = new Map(found.map((row) => [row.id, row]))
      return { items: ids.flatMap((id) => byId.get(id) ?? []), totalRows }
    },
  }
}

function filtersOf<Row>(source: ListSource<Row>, db: Database): ListFilter[] {
  const { isDeleted } = source.table
  return [...source.filters(db), ...(isDeleted === undefined ? [] : [deletedFilter(isDeleted)])]
}

type Condition = {
  readonly where: SQL | undefined
  /** Identifies this condition on this table; its count is cached under this name. */
  readonly name: string
}

function conditionOf<Row>(
  source: ListSource<Row>,
  db: Database,
  { filters, search = '', searchSerial = '' }: Pick<ListRequest, 'filters' | 'search' | 'searchSerial'>,
): Condition {
  const chosen = filtersOf(source, db).map(({ where }, position) => {
    const value = filters.findLast((one) => one.position === position)?.selectedValue ?? ''
    return { value, where: where(value) }
  })
  const serial = searchSerial === '' ? undefined : source.hasSerial?.(db, searchSerial)
  return {
    where: and(...chosen.map(({ where }) => where), ...searchedFor(source, db, search), serial),
    name: JSON.stringify([getTableName(source.table), search, searchSerial, ...chosen.map(({ value }) => value)]),
  }
}

function searchedFor<Row>({ searched }: ListSource<Row>, db: Database, typed: string): readonly SQL[] {
  return typeof searched === 'function' ? searched(db, typed) : containsWords(searched, typed)
}

type Page = { readonly ids: readonly number[]; readonly totalRows: number }

async function findPage<Row>(source: ListSource<Row>, db: Database, request: ListRequest, condition: Condition): Promise<Page> {
  // Longer than any list; the database rejects an offset beyond 64 bits.
  const first = Math.min((request.currentPage - 1) * request.perPage, Number.MAX_SAFE_INTEGER)
  const most = Math.min(request.perPage, listRowsMax)
  // Counting a search costs as much as running it, so one statement does both.
  const isSearch = Boolean(request.search) || Boolean(request.searchSerial)
  const found = isSearch ? await findCounted(source, db, request, { where: condition.where, first, rows: most }) : []
  const counted = found[0]?.totalRows
  if (counted !== undefined) return { ids: found.map(({ id }) => id), totalRows: counted }

  const totalRows = await countRows(db, source.table, condition.where, condition.name)
  const rows = Math.min(most, totalRows - first)
  if (rows <= 0) return { ids: [], totalRows }
  // Reads from the nearer end, so that the last page of a million rows is as fast as the first.
  if (first <= totalRows / 2) {
    return { ids: await findRows(source, db, request, { where: condition.where, first, rows }), totalRows }
  }
  const backwards = { ...request, sortDesc: !request.sortDesc }
  const ids = await findRows(source, db, backwards, { where: condition.where, first: totalRows - first - rows, rows })
  return { ids: ids.toReversed(), totalRows }
}

type Range = { readonly where: SQL | undefined; readonly first: number; readonly rows: number }
type Sorting = Pick<ListRequest, 'sortBy' | 'sortDesc'>
type Found = { readonly id: number; readonly totalRows: number }

async function findRows<Row>(
  source: ListSource<Row>,
  db: Database,
  { sortBy, sortDesc }: Sorting,
  { where, first, rows }: Range,
): Promise<number[]> {
  const direction = sortDesc ? desc : asc
  const { id } = source.table
  const key = source.sorts(db)[sortBy]
  const found = await db
    .select({ id })
    .from(source.table)
    .where(where)
    // The id breaks ties, so that no row appears on two pages.
    .orderBy(...(key === undefined ? [] : [direction(key)]), direction(id))
    .limit(rows)
    .offset(first)
  // The ids of all tables are numbers: `identity` in db/tables/columns.ts.
  return found.map((row) => row.id as number)
}

/**
 * Finds a page together with the total. The count is in a subquery: beside `order by id limit 50` the planner would scan all rows in the
 * order of ids instead of using the index that finds the few matches.
 */
async function findCounted<Row>(
  source: ListSource<Row>,
  db: Database,
  { sortBy, sortDesc }: Sorting,
  { where, first, rows }: Range,
): Promise<Found[]> {
  const direction = sortDesc ? desc : asc
  const { id } = source.table
  const found = db
    .select({
      id: sql<number>`${id}`.mapWith(Number).as('found_id'),
      key: sql`${source.sorts(db)[sortBy] ?? id}`.as('key'),
      totalRows: sql<number>`count(*) over ()`.mapWith(Number).as('total_rows'),
    })
    .from(source.table)
    .where(where)
    .as('found')
  return db
    .select({ id: found.id, totalRows: found.totalRows })
    .from(found)
    .orderBy(direction(found.key), direction(found.id))
    .limit(rows)
    .offset(first)
}
