/** What the database's catalogue says of tables and sequences: a new table is found by itself. Knows no table by name. */
import type { Query } from '../db/session.ts'

type Column = { readonly name: string; readonly type: string }
export type Table = { readonly name: string; readonly columns: readonly Column[] }

/** All tables with their columns, except for generated ones, which the database makes anew. */
export async function findTables(query: Query): Promise<Table[]> {
  const rows = await query(`
    select relname as "table", attname as "column", format_type(atttypid, atttypmod) as "type"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`)
  const tables = new Map<string, Column[]>()
  for (const row of rows) {
    const columns = tables.get(String(row['table'])) ?? []
    columns.push({ name: String(row['column']), type: String(row['type']) })
    tables.set(String(row['table']), columns)
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** A sequence is no part of a snapshot. Read later, it is at least as far as the rows. */
export async function findSequences(query: Query) {
  const found = await query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences = []
  for (const { name } of found) {
    const [row] = await query(`select last_value::text as "lastValue", is_called as "isCalled" from ${quote(String(name))}`)
    sequences.push({ name: String(name), lastValue: String(row?.['lastValue']), isCalled: row?.['isCalled'] === true })
  }
  return sequences
}

/** `when` of the last migration; undefined if there are none, as in an empty database. */
export async function findVersion(query: Query): Promise<number | undefined> {
  const [{ known } = {}] = await query(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`)
  if (known !== true) return undefined
  const [row] = await query('select max(created_at)::text as version from drizzle.__drizzle_migrations')
  return typeof row?.['version'] === 'string' ? Number(row['version']) : undefined
}

/** By the database's clock. */
export async function transactionTime(query: Query): Promise<Date> {
  const [row] = await query('select (extract(epoch from now()) * 1000)::bigint::text as ms')
  return new Date(Number(row?.['ms']))
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
