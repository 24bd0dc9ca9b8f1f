/** Writes .csv files, page by page. Knows cells, and nothing of what they mean. */
import { writeCsv } from 'hucre/csv'
import type { Cell } from './sheetThread.ts'

export type Delimiter = ',' | ';'

/** Excel reads a file without it as one of the machine's old encoding. */
const byteOrderMark = '\uFEFF'

/**
 * The file as text in pieces, one for each page, the header with the first. A text that a spreadsheet would run as a formula gets an apostrophe: one
 * that begins with = + - @ (also of full width), a tab or a line break; and any such part of it behind a comma, semicolon, tab or line break, for
 * a spreadsheet of another language splits there. Dates are ISO 8601 in UTC; rows end with CR LF (RFC 4180).
 */
export async function* csvText(
  header: readonly string[],
  pages: AsyncIterable<readonly Cell[][]>,
  delimiter: Delimiter,
): AsyncGenerator<string, void> {
  const toText = (rows: Cell[][]) =>
    `${writeCsv(
      rows.map((row) => row.map(asText)),
      { delimiter, escapeFormulae: true },
    )}\r\n`
  let head = byteOrderMark + toText([[...header]])
  for await (const page of pages) {
    if (page.length === 0) continue
    yield head + toText([...page])
    head = ''
  }
  if (head !== '') yield head
}

function asText(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replaceAll(/(^|[,;\t\r\n])(?=[=+\-@＝＋－＠])/g, "$1'") : cell
}
