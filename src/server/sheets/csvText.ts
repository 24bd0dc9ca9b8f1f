/** Writes .csv files, page by page. Knows cells, and nothing of what they mean. */
import { writeCsv } from 'hucre/csv'
import type { Cell } from './sheetThread.ts'

export type Delimiter = ',' | ';'

/** Excel reads a file without it as one of the machine's old encoding. */
const byteOrderMark = '\uFEFF'

/**
 * The file as text in pieces, one for each page, the header with the first. A text that begins with = + - @, a tab or a line break gets an apostrophe, because a
 * spreadsheet would run it as a formula. Dates are ISO 8601 in UTC; rows end with CR LF (RFC 4180).
 */
export async function* csvText(
  header: readonly string[],
  pages: AsyncIterable<readonly Cell[][]>,
  delimiter: Delimiter,
): AsyncGenerator<string, void> {
  const toText = (rows: Cell[][]) => `${writeCsv(rows, { delimiter, escapeFormulae: true })}\r\n`
  let head = byteOrderMark + toText([[...header]])
  for await (const page of pages) {
    if (page.length === 0) continue
    yield head + toText([...page])
    head = ''
  }
  if (head !== '') yield head
}
