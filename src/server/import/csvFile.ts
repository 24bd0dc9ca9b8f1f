/** Reads a CSV file as a stream: its encoding, delimiter, header and lines. Knows columns by name only, no kind of record. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { CsvError, type Info, parse } from 'csv-parse'

/** A change log may have 50,000 characters. A quote that is never closed swallows no more than this. */
const recordMaxBytes = 256 * 1024
const newline = 0x0a
/** Written by us, ignored when it is read again. */
export const errorColumn = 'error'

/** Why a whole file cannot be read; `message` is the sentence to print. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

export type CsvColumns = { readonly required: readonly string[]; readonly optional: readonly string[] }

export type CsvLine = {
  /** Where it begins; a quoted value may go on over several lines. */
  readonly number: number
  readonly values: readonly string[]
}

export type CsvFile = {
  readonly path: string
  readonly delimiter: ',' | ';'
  /** The names of the columns in the file's order; `error` may be among them. */
  readonly header: readonly string[]
  /** Without the header. Only a few lines are in memory at a time. */
  readonly lines: () => AsyncGenerator<CsvLine>
}

/** Reads the file once to its end, so that nothing of a file is imported whose lines cannot be told apart. Throws FileProblem. */
export async function openCsv(path: string, columns: CsvColumns): Promise<CsvFile> {
  const firstLine = await checkEncoding(path)
  const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  let header: string[] | undefined
  for await (const { values } of readRecords(path, delimiter)) header ??= readHeader(path, values, columns)
  if (header === undefined) throw new FileProblem(`${basename(path)} is empty: its first line names the columns.`)
  return { path, delimiter, header, lines: () => withoutFirst(readRecords(path, delimiter)) }
}

/** Returns the first line. */
async function checkEncoding(path: string): Promise<string> {
  let firstLine: string | undefined
  let rest = Buffer.alloc(0)
  let linesBefore = 0
  const check = (lines: Buffer) => {
    if (!isUtf8(lines)) throw notUtf8(path, linesBefore + firstBadLine(lines))
    firstLine ??= lines.toString('utf8').split('\n', 1)[0]
    for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1)) linesBefore += 1
  }
  for await (const chunk of readBytes(path)) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(newline) + 1
    check(bytes.subarray(0, end))
    rest = bytes.subarray(end)
    if (rest.length > recordMaxBytes) throw new FileProblem(tooLong(path, linesBefore + 1))
  }
  check(rest)
  return firstLine ?? ''
}

async function* readBytes(path: string): AsyncGenerator<Buffer> {
  try {
    // A file stream without an encoding yields buffers.
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw new FileProblem(`${path} cannot be read (${String(cause.code)}).`, { cause })
    throw cause
  }
}

function firstBadLine(lines: Buffer): number {
  let number = 1
  for (let start = 0; start < lines.length; number += 1) {
    const at = lines.indexOf(newline, start)
    const end = at === -1 ? lines.length : at + 1
    if (!isUtf8(lines.subarray(start, end))) break
    start = end
  }
  return number
}

async function* readRecords(path: string, delimiter: string): AsyncGenerator<CsvLine> {
  const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: recordMaxBytes }
  const parser = createReadStream(path).pipe(parse(options))
  let [lines, emptyLines] = [0, 0]
  try {
    // With `info` the parser yields these objects; its types know only arrays.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { number: lines + info.empty_lines - emptyLines + 1, values: record }
      ;[lines, emptyLines] = [info.lines, info.empty_lines]
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FileProblem(describeError(path, error), { cause: error })
  }
}

async function* withoutFirst(lines: AsyncGenerator<CsvLine>): AsyncGenerator<CsvLine> {
  let isFirst = true
  for await (const line of lines) {
    if (!isFirst) yield line
    isFirst = false
  }
}

function readHeader(path: string, written: readonly string[], { required, optional }: CsvColumns): string[] {
  const known = [...required, ...optional, errorColumn]
  const header = written.map((name) => {
    const column = known.find((one) => one.toLowerCase() === name.trim().toLowerCase())
    if (column === undefined) throw new FileProblem(`${basename(path)} has an unknown column “${name}”. It may have: ${known.join(', ')}.`)
    return column
  })
  const missing = required.filter((column) => !header.includes(column))
  if (missing.length > 0)
    throw new FileProblem(`${basename(path)} lacks the column ${missing.join(', ')}. The first line names the columns.`)
  const twice = header.find((column, index) => header.indexOf(column) !== index)
  if (twice !== undefined) throw new FileProblem(`${basename(path)} has the column ${twice} twice.`)
  return header
}

function notUtf8(path: string, line: number): FileProblem {
  const hint = 'Save the file as UTF-8 (in Excel: “CSV UTF-8”).'
  return new FileProblem(`${basename(path)}, line ${line}: the file is not in UTF-8. ${hint}`)
}

function tooLong(path: string, line: number): string {
  return `${basename(path)}, line ${line}: the line is longer than ${recordMaxBytes / 1024} KiB, or a quote (") in it is never closed.`
}

function describeError(path: string, error: CsvError): string {
  const line = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] : 0
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(path, line)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return `${basename(path)}: a quote (") is never closed; it may have begun long before line ${line}.`
  return `${basename(path)}, line ${line}: a quote (") stands inside a value. A value with quotes is put in quotes, and its own are doubled: "a ""b"" c".`
}
