/**
 * A list of staff's from its request to SQL: search, filters, sort, page and total. Knows no entity: each describes itself as a `ListSource`.
 *
 * First the ids of the page, from the entity's own table alone; then the rows of those ids, with whatever has to be counted or joined.
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

/** Who asks, as far as rights depend on it. */
export type Actor = { readonly id: number; readonly role: Role }

/** Without `isDeleted` its rows are not deleted by anybody. */
export type ListTable = PgTable & { readonly id: PgColumn; readonly isDeleted?: PgColumn }

export type ListSource<Row> = {
  readonly table: ListTable
  /** The text of a row; or, where it stands in several tables, one condition for each word that was typed. */
  readonly searched: SearchedText | ((db: Database, typed: string) => readonly SQL[])
  /** What `searchSerial` finds. */
  readonly hasSerial?: (db: Database, serial: string) => SQL | undefined
  /** The contract's sortable columns. */
  readonly sorts: (db: Database) => Readonly<Record<string, SQL | Column>>
  /** By position. Where rows can be deleted, a last one for those is added. */
  readonly filters: (db: Database) => readonly ListFilter[]
  /** The rows of these ids, in any order, as this caller sees them. */
  readonly find: (db: Database, ids: readonly number[], actor: Actor) => Promise<readonly Row[]>
}

/** The calls that the list's buttons make: whoever may make one sees its button. A list that is only read has none. */
type ListCalls = { readonly create?: Endpoint; readonly update?: Endpoint; readonly remove?: Endpoint }

type ListCall = { readonly db: Database; readonly user: Actor; readonly body: ListRequest }

/** The two handlers of `tableCalls`, to be spread into an entity's own. */
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
  /** Of this condition on this table, and of no other: its count is remembered by it. */
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
  // No list is as long, and an offset beyond 64 bits is no number to the database.
  const first = Math.min((request.currentPage - 1) * request.perPage, Number.MAX_SAFE_INTEGER)
  const most = Math.min(request.perPage, listRowsMax)
  // To count what a search finds is to find it: that is done once, in the same statement as the page.
  const isSearch = Boolean(request.search) || Boolean(request.searchSerial)
  const found = isSearch ? await findCounted(source, db, request, { where: condition.where, first, rows: most }) : []
  const counted = found[0]?.totalRows
  if (counted !== undefined) return { ids: found.map(({ id }) => id), totalRows: counted }

  const totalRows = await countRows(db, source.table, condition.where, condition.name)
  const rows = Math.min(most, totalRows - first)
  if (rows <= 0) return { ids: [], totalRows }
  // From the nearer end: the last page of a million rows is as quick as the first.
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
    // The id decides between equals, so that no row is on two pages.
    .orderBy(...(key === undefined ? [] : [direction(key)]), direction(id))
    .limit(rows)
    .offset(first)
  // Every list's id is a number: `identity` in tables/columns.ts.
  return found.map((row) => row.id as number)
}

/**
 * With the total. Counted within a query of its own: beside `order by id limit 50` the planner would rather look at every row in the order of
 * the ids than use the index that finds the few.
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
