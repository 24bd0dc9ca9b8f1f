/**
 * The rows of a list as a file that staff take away: .xlsx, or .csv of any length. It is written while it is sent, a page of rows at a time, as
 * fast as its reader takes it, and ends with the reader's session. The security log has it before its first byte. Knows no entity.
 */
import { exportSheetRowsMax, exportsPerHour, type Locale } from '../../contract/rules.ts'
import type { ExportFormat, ListSearch } from '../../contract/table.ts'
import { AppError } from '../../errors.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { hourMs } from '../limits/durations.ts'
import { consume, type RateLimit } from '../limits/rateLimit.ts'
import { type Actor, describeSearch, type ListSource, readAllRows } from '../records/list.ts'
import { csvText } from '../sheets/csvText.ts'
import type { Cell } from '../sheets/sheetThread.ts'
import { cellPages, streamSheet } from '../sheets/streamSheet.ts'

const exportLimit: RateLimit = { name: 'exports', max: exportsPerHour, windowMs: hourMs }
const widthCharacters = 20

/** A date says whether it is a day or an instant, for the format of its column. */
type ExportedColumn<Row> =
  | ((row: Row) => Exclude<Cell, Date>)
  | { readonly is: 'day' | 'instant'; readonly at: (row: Row) => string | Date | null }

type Exported<Row, X extends string> = {
  /** The entity of the contract. */
  readonly list: string
  /** What each of the contract's columns holds. */
  readonly columns: Readonly<Record<X, ExportedColumn<Row>>>
  /** Whether somebody who reads the list may take away what these filters select; by default they may. */
  readonly isAllowed?: (actor: Actor, filters: Readonly<Record<string, string>>) => boolean
}

type ChosenColumn<X extends string> = {
  readonly id: X
  readonly header: string
  readonly words?: Readonly<Record<string, string>> | undefined
}
type ExportBody<X extends string> = ListSearch & {
  readonly format: ExportFormat
  readonly title: string
  readonly columns: readonly ChosenColumn<X>[]
}
type ExportCall<X extends string> = {
  readonly db: Database
  readonly user: Actor
  readonly locale: Locale
  readonly now: Date
  readonly address: string
  readonly body: ExportBody<X>
}

/** The handler of `exportRows`, to spread into an entity's handlers. */
export function exportHandlers<Row extends { readonly id: number }, X extends string>(
  source: ListSource<Row>,
  { list, columns, isAllowed = () => true }: Exported<Row, X>,
) {
  return {
    async exportRows({ db, user, locale, now, address, body }: ExportCall<X>) {
      const { format, title, search = '', searchSerial = '' } = body
      const { rows, filters } = await describeSearch(source, db, body)
      if (!isAllowed(user, filters)) throw new AppError('not.authorized')
      if (format === 'xlsx' && rows > exportSheetRowsMax) throw new AppError('export.too.long.error')
      await consume(db, exportLimit, user.id, now)
      const details = { list, format, rows, filters, isSearch: search !== '' || searchSerial !== '' }
      await writeSecurityEvent(db, { kind: 'dataExported', userId: user.id, address, export: details }, now)

      const chosen = body.columns.map((column) => Object.assign(readerOf(columns[column.id]), column))
      const pages = cellPages(readAllRows(source, db, body, user), (row) => chosen.map(({ read, words }) => inWords(read(row), words)))
      const name = fileName(title)
      const filename = `${name}-${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}.${format}`
      if (format === 'csv') {
        const headers = chosen.map(({ header, zone }) => header + zone)
        // Excel splits a .csv by the separator of its machine's language.
        return { filename, mediaType: 'text/csv; charset=utf-8', content: csvText(headers, pages, locale === 'fr' ? ';' : ',') }
      }
      const sheet = {
        name,
        columns: chosen.map(({ header, zone, format: dates }) => Object.assign({ header: header + zone, widthCharacters }, dates)),
      }
      return { filename, ...(await streamSheet(user.id, sheet, pages)) }
    },
  }
}

/** How a column is read and formatted. The server does not know the reader's time zone, so an instant's header names the one that it is in. */
function readerOf<Row>(column: ExportedColumn<Row>) {
  if (typeof column === 'function') return { read: column, zone: '', format: {} }
  const { is, at } = column
  const read = (row: Row) => {
    const date = at(row)
    return date === null ? null : new Date(date)
  }
  return is === 'day'
    ? { read, zone: '', format: { isDate: true as const } }
    : { read, zone: ' (UTC)', format: { isInstant: true as const } }
}

function inWords(cell: Cell, words: Readonly<Record<string, string>> = {}): Cell {
  const code = String(cell)
  return (typeof cell === 'string' || typeof cell === 'boolean') && Object.hasOwn(words, code) ? (words[code] ?? cell) : cell
}

/** Without what the name of a file cannot contain. */
function fileName(title: string): string {
  return title.replaceAll(/[\p{Cc}\p{Cf}\\/?*:"<>|]/gu, ' ').trim() || 'Export'
}
