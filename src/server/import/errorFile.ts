/** The lines that were wrong, with their reasons: a file that can be corrected and imported again. */
import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type CsvFile, errorColumn } from './csvFile.ts'

export type ErrorFile = {
  readonly path: string
  readonly add: (values: readonly string[], reason: string) => Promise<void>
  /** Puts the file in the place of an earlier one; without lines, there is none. */
  readonly finish: () => Promise<void>
}

/** "customers.errors.csv" beside "customers.csv", and "customers.errors-2.csv" beside that: what is read is never replaced. */
export function errorPathOf(path: string): string {
  const [, stem = basename(path, '.csv'), count = '1'] = /^(.*)\.errors(?:-(\d+))?\.csv$/i.exec(basename(path)) ?? []
  const isErrorFile = isErrorPath(path)
  return join(
    dirname(path),
    isErrorFile ? `${stem}.errors-${Number(count) + 1}.csv` : `${basename(path).replace(/\.csv$/i, '')}.errors.csv`,
  )
}

export function isErrorPath(path: string): boolean {
  return /\.errors(?:-\d+)?\.csv$/i.test(path)
}

/** The file appears when it is finished. */
export function openErrorFile({ path: source, header, delimiter }: CsvFile, path: string): ErrorFile {
  const columns = header.filter((column) => column !== errorColumn)
  const unfinished = `${path}.part`
  let stream: WriteStream | undefined

  async function write(values: readonly string[]): Promise<void> {
    if (stream === undefined) {
      stream = createWriteStream(unfinished)
      // The byte order mark tells Excel that it is UTF-8.
      stream.write('\uFEFF')
    }
    if (!stream.write(`${values.map((value) => quote(value, delimiter)).join(delimiter)}\r\n`)) await once(stream, 'drain')
  }

  return {
    path,
    async add(values, reason) {
      if (stream === undefined) await write([...columns, errorColumn])
      const kept = header.flatMap((column, index) => {
        const value = values[index] ?? ''
        if (column === errorColumn) return []
        // A path is relative to the file that it is written in.
        const isPath = column === 'file' && value !== ''
        return [isPath ? relative(dirname(resolve(path)), resolve(dirname(source), value)) : value]
      })
      await write([...kept, reason])
    },
    async finish() {
      if (stream === undefined) return rm(path, { force: true })
      stream.end()
      await once(stream, 'close')
      await rename(unfinished, path)
    },
  }
}

function quote(value: string, delimiter: string): string {
  return /["\r\n]/.test(value) || value.includes(delimiter) || value !== value.trim() ? `"${value.replaceAll('"', '""')}"` : value
}
