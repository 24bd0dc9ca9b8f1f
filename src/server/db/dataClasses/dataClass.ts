/**
 * What becomes of a column's values outside of the database that they were written to, and when the person leaves whom they are about
 * (docs/security.md, 49). Knows no backup file and no person.
 */
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

/**
 * - `impersonal`: it says nothing about a person.
 * - `exported` or `withheld`: whether a person who downloads their data gets it. Withheld are secrets, other people, and what only links rows.
 * - `erased` or `stays`: what their deletion does with it. A row whose columns are all erased is deleted; otherwise null or an empty text
 *   takes the place of what is erased.
 */
type StayingClass = 'impersonal' | 'exported, stays' | 'withheld, stays'
type ErasedClass = 'exported, erased' | 'withheld, erased'
/** null, or an empty text where any text may stand. */
type Erasable<Value> = null extends Value ? ErasedClass : string extends Value ? ErasedClass : never

/** One class for each column; rows are left out of a backup whole. */
type ColumnClasses<Row> =
  | { readonly [Column in keyof Row]: `${RowClass<Row[Column]>}, ${StayingClass | Erasable<Row[Column]>}` }
  | { readonly [Column in keyof Row]: `${RowClass<Row[Column]>}, ${ErasedClass}` }
  | (Erasing<Row, 'access'> | Erasing<Row, 'passing'>)

type Erasing<Row, Backup extends TableClass> =
  | { readonly [Column in keyof Row]: `${Backup}, ${StayingClass | Erasable<Row[Column]>}` }
  | { readonly [Column in keyof Row]: `${Backup}, ${ErasedClass}` }

/** What a backup does with a column. */
export type BackupClass = RowClass<null> | TableClass
/** What the person gets of it, and what is erased of it when they leave. */
type PersonalClass = StayingClass | ErasedClass
export type DataClass = `${BackupClass}, ${PersonalClass}`
/** A table or a column without a class does not compile. */
export type DataClasses = { readonly [Name in keyof Tables]: ColumnClasses<Tables[Name]> }

export function backupClassOf(given: DataClass): BackupClass {
  // The type has this shape.
  return given.split(', ')[0] as BackupClass
}

export const isExported = (given: DataClass): boolean => given.includes(', exported')
export const isErased = (given: DataClass): boolean => given.endsWith(', erased')
