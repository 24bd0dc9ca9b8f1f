/**
 * What a database itself says of the rows of its tables: their number, and a sum of them whatever their order. Asked of the database that is
 * backed up and of the one that the backup was restored into, it tells whether a row is missing or a value another; how rows are read,
 * packed, unpacked and inserted has no part in it. Knows no table by name.
 */
import type { Query } from '../../db/session.ts'
import { quote, type Table } from '../describeSchema.ts'
import type { Contents } from '../format.ts'
import { type KeptRows, keptRowsOf } from '../keptRows.ts'

export type Sums = Contents['sums']

/** So that every server writes the same value as the same text, whatever its configuration. */
const settings = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO'`,
  `set local intervalstyle = 'postgres'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
]

/** Of what a backup has of them, and within a transaction. */
export async function sumTables(query: Query, tables: readonly Table[]): Promise<Sums> {
  for (const setting of settings) await query(setting)
  const sums: Sums = {}
  for (const table of tables) {
    const kept = keptRowsOf(table)
    if (kept === undefined) continue
    const [found] = await query(sumStatement(table.name, kept))
    sums[table.name] = { rows: Number(found?.['rows']), sum: String(found?.['sum']) }
  }
  return sums
}

/** 60 bits of the SHA-256 of each row as text: as much as fits a bigint. The sum of bigints is numeric, and does not overflow. */
function sumStatement(name: string, { values, where = 'true' }: KeptRows): string {
  const row = `row(${values.join(', ')})::text`
  const hash = `encode(sha256(convert_to(${row}, 'UTF8')), 'hex')`
  const sum = `coalesce(sum(('x' || left(${hash}, 15))::bit(60)::bigint), 0)`
  return `select count(*)::text as rows, ${sum}::text as sum from ${quote(name)} where ${where}`
}
