/** What becomes of a column's values outside of the database that they were written to. Knows no backup file. */
import type { PgTable } from 'drizzle-orm/pg-core'
import type * as tables from '../tables.ts'

/** Every table, by its name in code. */
type Tables = {
  [Name in keyof typeof tables as (typeof tables)[Name] extends PgTable ? Name : never]: (typeof tables)[Name] extends PgTable
    ? (typeof tables)[Name]['$inferSelect']
    : never
}

/**
 * - `kept`: a backup has it.
 * - `blanked`: a backup has null in its place.
 * - `derived`: the database makes it from the row's other columns.
 */
type RowClass<Value> = 'kept' | 'derived' | (null extends Value ? 'blanked' : never)

/**
 * - `access`: it lets somebody in, or helps to. A backup has none of the table's rows.
 * - `passing`: it belongs to the servers that run now. Likewise.
 */
type TableClass = 'access' | 'passing'

/** One class for each column; rows are left out whole. */
type ColumnClasses<Row> =
  | { readonly [Column in keyof Row]: RowClass<Row[Column]> }
  | { readonly [Column in keyof Row]: 'access' }
  | { readonly [Column in keyof Row]: 'passing' }

export type DataClass = RowClass<null> | TableClass
/** A table or a column without a class does not compile. */
export type DataClasses = { readonly [Name in keyof Tables]: ColumnClasses<Tables[Name]> }
