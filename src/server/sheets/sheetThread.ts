/** Writes one .xlsx file, row by row. Runs as a thread (streamSheet.ts); knows cells, and nothing of what they mean. */
import { transfer } from 'comlink'
import { writeXlsxStream } from 'hucre/xlsx'
import { exposeThread } from '../threads/exposeThread.ts'
import { sheetName } from './sheetName.ts'

/** A text stays a text, also one that begins like a formula. A date is an instant in UTC; a calendar day is its midnight. */
export type Cell = string | number | boolean | Date | null

type Column = { readonly header: string; readonly widthCharacters: number; readonly isDate?: true; readonly isInstant?: true }

/** `name` is the tab's, as far as one may have it (sheetName.ts). */
export type Sheet = { readonly name: string; readonly columns: readonly Column[] }

/** As in the portal, in both languages (the specification, section 1). */
const dateFormat = 'dd/mm/yyyy'
const instantFormat = `${dateFormat} hh:mm`

/** Excel does not open a file with a longer text in a cell. */
const textMaxLength = 32_767

const rows = new TransformStream<Cell[], Cell[]>()
const writer = rows.writable.getWriter()
let written: Uint8Array[] = []
let finished: Promise<void> | undefined

const sheetThread = {
  /** Call once, before the others. */
  start({ name, columns }: Sheet): void {
    const layout = columns.map(({ header, widthCharacters, isDate, isInstant }) => ({
      header,
      width: widthCharacters,
      ...(isDate && { numFmt: dateFormat }),
      ...(isInstant && { numFmt: instantFormat }),
    }))
    finished = collect(writeXlsxStream(rows.readable, { name: sheetName(name), columns: layout, freezePane: { rows: 1 } }))
  },

  /** Returns the bytes of the file that are ready, which may be none. */
  async add(page: readonly Cell[][]): Promise<Uint8Array> {
    for (const row of page) await writer.write(row.map(escapeCell))
    return take()
  },

  /** Returns the rest of the file. */
  async end(): Promise<Uint8Array> {
    await writer.close()
    await finished
    return take()
  },
}
export type SheetThread = typeof sheetThread

/** "_x0041_" in a text is read as "A" (ECMA-376, 22.4.2.4) unless its first underscore is written like that; the library leaves it. */
function escapeCell(cell: Cell): Cell {
  return typeof cell === 'string'
    ? cell
        .slice(0, textMaxLength)
        .toWellFormed()
        .replaceAll(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    : cell
}

async function collect(file: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const bytes of file) written.push(bytes)
}

function take(): Uint8Array {
  const bytes = new Uint8Array(Buffer.concat(written))
  written = []
  return transfer(bytes, [bytes.buffer])
}

exposeThread(sheetThread)
