/** Reads the rows of a table as text, in pieces. Knows no table by name. */
import type { Query } from '../db/session.ts'
import { quote, type Table } from './describeSchema.ts'
import type { KeptRows } from './keptRows.ts'

/** A piece is about as long; single rows, such as articles, may have 2 MiB. */
const pieceLength = 2 * 1024 * 1024
const [rowsMin, rowsMax] = [20, 20_000]

/** So that every server writes the same text, and reads it back to the same value. */
export const textSettings = [`set local timezone = 'UTC'`, `set local datestyle = 'ISO'`, `set local extra_float_digits = 1`]

/** Lines for `packLines`. Within a transaction of repeatable reads. */
export async function* readRows(query: Query, { name }: Table, { values, where = 'true' }: KeptRows): AsyncGenerator<string[]> {
  const list = values.map((value) => `${value}::text`).join(', ')
  const select = `select json_build_array(${list})::text as line from ${quote(name)} where ${where}`
  await query(`declare backup_rows no scroll cursor for ${select}`)
  for (let rowCount = rowsMin; ;) {
    const lines = (await query(`fetch ${rowCount} from backup_rows`)).map(({ line }) => String(line))
    if (lines.length === 0) break
    yield* piecesOf(lines)
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    // Lengths of neighbours are alike. Growing slowly, because the next ones may be articles.
    rowCount = Math.max(rowsMin, Math.min(rowsMax, rowCount * 8, Math.round((pieceLength * lines.length) / length)))
  }
  await query('close backup_rows')
}

/** The rows that were fetched may have been much longer than those before. */
function* piecesOf(lines: readonly string[]): Generator<string[]> {
  let [piece, length]: [string[], number] = [[], 0]
  for (const line of lines) {
    if (length > 0 && length + line.length > 4 * pieceLength) {
      yield piece
      ;[piece, length] = [[], 0]
    }
    piece.push(line)
    length += line.length
  }
  yield piece
}
