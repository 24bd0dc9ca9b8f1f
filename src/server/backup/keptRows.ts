/** What of each table a backup has, by the classes of its columns (db/dataClasses/). The only file here that knows tables. */
import { type Column, getTableColumns, getTableName, is } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import { drizzleOptions } from '../db/connect.ts'
import { type BackupClass, backupClassOf, type DataClass } from '../db/dataClasses/dataClass.ts'
import { dataClasses } from '../db/dataClasses/dataClasses.ts'
import type { Query } from '../db/session.ts'
import * as tables from '../db/tables.ts'
import { keptSettings } from '../db/tables/settingKeys.ts'
import { quote, type Table } from './describeSchema.ts'

/** By the names of the database. */
type Classified = ReadonlyMap<string, ReadonlyMap<string, BackupClass>>

export const classesByName: Classified = nameClasses()

function nameClasses(): Classified {
  const casing = new CasingCache(drizzleOptions.casing)
  const classes: Readonly<Record<string, Readonly<Record<string, DataClass>>>> = dataClasses
  const named = new Map<string, Map<string, BackupClass>>()
  for (const [name, table] of Object.entries(tables)) {
    if (!is(table, PgTable)) continue
    const columns = new Map<string, BackupClass>()
    for (const [key, column] of Object.entries<Column>(getTableColumns(table))) {
      const given = classes[name]?.[key]
      // Not compiled otherwise.
      if (given !== undefined) columns.set(casing.getColumnCasing(column), backupClassOf(given))
    }
    named.set(getTableName(table), columns)
  }
  return named
}

/** Rows that a backup has; undefined if it has none of this table. */
export type KeptRows = {
  /** What is written for each of the table's columns, as SQL: the column or null. */
  readonly values: readonly string[]
  /** A condition; undefined for all rows. */
  readonly where: string | undefined
}

/** Throws an error with a sentence if this version does not know the table or one of its columns. */
export function keptRowsOf({ name, columns }: Table): KeptRows | undefined {
  const classes = columns.map((column) => [column.name, classOf(name, column.name)] as const)
  if (classes.some(([, given]) => isLeftOut(given))) return undefined
  const values = classes.map(([column, given]) => (given === 'blanked' ? 'null' : quote(column)))
  return { values, where: conditions.get(name) }
}

const settingsTable = getTableName(tables.settings)
/** Archives of people's data are made for some days only. */
export const isKeptFile = `kind <> 'dataExport'`
/** The keys are our own and need no quoting. */
const isKeptSetting = `key in (${keptSettings.map((key) => `'${key}'`).join(', ')})`

const conditions: ReadonlyMap<string, string> = new Map([
  [settingsTable, isKeptSetting],
  [getTableName(tables.files), isKeptFile],
])

function classOf(table: string, column: string): BackupClass {
  const given = classesByName.get(table)?.get(column)
  if (given !== undefined) return given
  throw new Error(
    `The database has something that this version does not know: ${table}.${column}. A newer Fieldport has migrated it; back it up with that one.`,
  )
}

function isLeftOut(given: BackupClass): boolean {
  return given === 'access' || given === 'passing'
}

/** Removes what a backup of an older version has and one of this version would not. The schema is this version's. */
export async function removeUnkept(query: Query): Promise<void> {
  for (const [table, columns] of classesByName) {
    const classes = [...columns]
    if (classes.some(([, given]) => isLeftOut(given))) await query(`delete from ${quote(table)}`)
    const blanked = classes.flatMap(([column, given]) => (given === 'blanked' ? [`${quote(column)} = null`] : []))
    if (blanked.length > 0) await query(`update ${quote(table)} set ${blanked.join(', ')}`)
  }
  await query(`delete from ${quote(settingsTable)} where not (${isKeptSetting})`)
}
