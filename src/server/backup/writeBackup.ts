/** Writes a backup of one moment of a database, and of the files that its rows name. Knows no command and no server. */
import type { Query } from '../db/session.ts'
import type { Storage } from '../files/storage.ts'
import { findSequences, findTables, findVersion, quote, type Table, transactionTime } from './describeSchema.ts'
import {
  type Contents,
  contentsEntry,
  databaseEntry,
  describeContents,
  describeDatabase,
  fileEntry,
  rowsEntry,
  rowsOfTable,
} from './format.ts'
import { isKeptFile, keptRowsOf } from './keptRows.ts'
import { packLines } from './packedRows.ts'
import { readRows, textSettings } from './readRows.ts'
import { readStored } from './readStored.ts'
import { sumTables } from './rehearsal/sumTables.ts'
import { type AddEntry, writeTarFile } from './tarFile.ts'

export type Source = {
  readonly query: Query
  readonly storage: Storage
  /** The moment whose state it has; undefined for a database in use: then it is the transaction's. */
  readonly madeAt?: Date | undefined
}
export type BackupOptions = {
  readonly path: string
  readonly mayReplace: boolean
  /** To whom the file is encrypted; to nobody if there are none. */
  readonly recipients?: readonly string[]
}
export type Backup = Contents & { readonly madeAt: Date; readonly sizeBytes: number }

/** Files that are missing or damaged are left out and named in the result. */
export async function writeBackup({ query, storage, madeAt }: Source, { path, ...options }: BackupOptions): Promise<Backup> {
  const described = { madeAt: madeAt ?? new Date(0), contents: { rows: {}, files: [], missingFiles: [], sums: {} } as Contents } // Filled below.
  const sizeBytes = await writeTarFile(path, options, async (add) => {
    const [tables, version] = await beginSnapshot(query)
    described.madeAt = madeAt ?? (await transactionTime(query))
    const listed = tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    const sequences = await findSequences(query)
    await add(databaseEntry, describeDatabase({ madeAt: described.madeAt.toISOString(), version, tables: listed, sequences }))
    const rows: Record<string, number> = {}
    for (const table of tables) rows[table.name] = await addRows(query, add, table)
    const sums = await sumTables(query, tables)
    const wanted = (await query(`select distinct sha256 from files where ${isKeptFile} order by sha256`)).map(({ sha256 }) =>
      String(sha256),
    )
    await query('commit')
    described.contents = { rows, ...(await addFiles(storage, add, wanted)), sums }
    await add(contentsEntry, describeContents(described.contents))
  })
  return { ...described.contents, madeAt: described.madeAt, sizeBytes }
}

/** Locked like pg_dump does, before the snapshot is taken, so that no migration changes a table that is not read yet. */
async function beginSnapshot(query: Query): Promise<[Table[], number]> {
  const names = (await findTables(query)).map(({ name }) => quote(name))
  if (names.length === 0) throw new Error('There is nothing to back up: the database is empty.')
  await query('begin isolation level repeatable read, read only')
  await query(`lock table ${names.join(', ')} in access share mode`)
  for (const setting of textSettings) await query(setting)
  const [tables, version] = [await findTables(query), await findVersion(query)]
  if (version === undefined) throw new Error('There is nothing to back up: this database is no Fieldport’s.')
  return [tables, version]
}

async function addRows(query: Query, add: AddEntry, table: Table): Promise<number> {
  const kept = keptRowsOf(table)
  if (kept === undefined) return 0
  let [rowCount, pieces] = [0, 0]
  // Compressing and writing one piece while the database reads the next.
  let writing: Promise<void> = Promise.resolve()
  for await (const lines of readRows(query, table, kept)) {
    await writing
    const name = rowsEntry(table.name, (pieces += 1))
    rowCount += lines.length
    writing = packLines(rowsOfTable(table.name), lines).then((packed) => add(name, packed))
    // Awaited in the next round; without this, a failure while the database reads would end the process.
    writing.catch(() => undefined)
  }
  await writing
  return rowCount
}

async function addFiles(storage: Storage, add: AddEntry, wanted: readonly string[]): Promise<Pick<Contents, 'files' | 'missingFiles'>> {
  const [files, missingFiles]: [string[], string[]] = [[], []]
  for (const sha256 of wanted) {
    const bytes = await readStored(storage, sha256)
    if (bytes === undefined) {
      missingFiles.push(sha256)
    } else {
      await add(fileEntry(sha256), bytes)
      files.push(sha256)
    }
  }
  return { files, missingFiles }
}
