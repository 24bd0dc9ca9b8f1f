/**
 * Fills tables with the rows of a backup as they are: triggers that count or refuse do not run, and indexes and references are made
 * afterwards, which is several times faster and checks all rows at once. Knows no table by name.
 */
import type { Query } from '../db/session.ts'
import { findTables, quote, type Table } from './describeSchema.ts'
import type { DatabaseDescription } from './format.ts'

/** Runs `load` while the tables have no triggers, references or indexes besides their primary keys. Within a transaction. */
export async function withBareTables(query: Query, load: () => Promise<void>): Promise<void> {
  const references = await query(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`)
  const indexes = await query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    order by indexrelid`)
  const triggered = await query(`
    select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`)

  for (const row of references) await query(`alter table ${String(row['table'])} drop constraint ${quote(String(row['name']))}`)
  for (const { name } of indexes) await query(`drop index ${String(name)}`)
  for (const { table } of triggered) await query(`alter table ${String(table)} disable trigger user`)
  await load()
  for (const { definition } of indexes) await query(String(definition))
  for (const row of references)
    await query(`alter table ${String(row['table'])} add constraint ${quote(String(row['name']))} ${String(row['definition'])}`)
  for (const { table } of triggered) await query(`alter table ${String(table)} enable trigger user`)
}

/** A function that inserts lines of the backup into a table by its name. Throws if the schema is not the one that the backup describes. */
export async function prepareInserts(query: Query, { tables }: DatabaseDescription) {
  const present = await findTables(query)
  const statements = new Map(tables.map(({ name, columns }) => [name, insertStatement(present, name, columns)]))
  return async (table: string, lines: readonly string[]): Promise<void> => {
    const statement = statements.get(table)
    if (statement === undefined) throw new Error(`The backup has rows of a table that it does not name: ${table}.`)
    await query(statement, [`[${lines.join(',')}]`])
  }
}

/** Names and types are the schema's own, never the file's. */
function insertStatement(present: readonly Table[], name: string, columns: readonly string[]): string {
  const table = present.find((one) => one.name === name)
  if (table === undefined) throw new Error(`The backup has a table that its version does not know: ${name}.`)
  const parts = columns.map((given, index) => {
    const column = table.columns.find((one) => one.name === given)
    if (column === undefined) throw new Error(`The backup has a column that its version does not know: ${name}.${given}.`)
    return { name: quote(column.name), value: `(line->>${index})::${column.type}` }
  })
  const [names, values] = [parts.map((part) => part.name).join(', '), parts.map((part) => part.value).join(', ')]
  return `insert into ${quote(table.name)} (${names}) overriding system value select ${values} from json_array_elements($1::json) as line`
}

export async function setSequences(query: Query, { sequences }: DatabaseDescription): Promise<void> {
  const known = await query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`)
  const names = new Set(known.map(({ name }) => String(name)))
  for (const { name, lastValue, isCalled } of sequences) {
    if (!names.has(name)) throw new Error(`The backup has a sequence that its version does not know: ${name}.`)
    await query('select setval($1::regclass, $2::bigint, $3::boolean)', [quote(name), lastValue, isCalled])
  }
}
