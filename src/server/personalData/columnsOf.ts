import { type Column, getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DataClass } from '../db/dataClasses/dataClass.ts'
import { dataClasses } from '../db/dataClasses/dataClasses.ts'
import * as tables from '../db/tables.ts'
import type { PersonalTable } from './personalRows.ts'

export type ClassedColumn = { readonly name: string; readonly column: Column; readonly given: DataClass }

/** A table of people, and the class of each of its columns, by their names in code. */
export function columnsOf(name: PersonalTable): { readonly table: PgTable; readonly columns: readonly ClassedColumn[] } {
  // oxlint-disable-next-line import/namespace -- the type has checked that there is one of this name
  const table: PgTable = tables[name]
  const classes: Readonly<Record<string, DataClass>> = dataClasses[name]
  const columns = Object.entries<Column>(getTableColumns(table)).flatMap(([key, column]) => {
    const given = classes[key]
    // Not compiled otherwise.
    return given === undefined ? [] : [{ name: key, column, given }]
  })
  return { table, columns }
}
