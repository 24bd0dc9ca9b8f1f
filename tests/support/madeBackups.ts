/** Files like backups, made of what a test says: whole by their sum, whatever else is wrong with them. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { findSequences, findTables, findVersion, quote } from '../../src/server/backup/describeSchema.ts'
import { contentsEntry, databaseEntry, describeContents, describeDatabase, rowsEntry } from '../../src/server/backup/format.ts'
import { writeTarFile } from '../../src/server/backup/tarFile.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import type { Place } from './databases.ts'
import { withQuery } from './installations.ts'

export type Entry = readonly [name: string, content: Uint8Array]

export async function writeEntries(path: string, entries: Iterable<Entry>): Promise<void> {
  await writeTarFile(path, { mayReplace: true }, async (add) => {
    for (const [name, content] of entries) await add(name, content)
  })
}

/** `first`, and then so many empty files, faster than one by one. */
export async function writeManyEntries(path: string, [name, content]: Entry, count: number): Promise<void> {
  const emptyFile = await packed('a name that says nothing', '')
  const thousand = Buffer.concat(Array.from({ length: 1000 }, () => emptyFile))
  const [hash, file] = [createHash('sha256'), await open(path, 'w')]
  const write = async (bytes: Buffer) => {
    hash.update(bytes)
    await file.writeFile(bytes)
  }
  await write(await packed(name, Buffer.from(content)))
  for (let written = 0; written < count; written += 1000) await write(thousand)
  await file.writeFile(Buffer.concat([await packed('sha256', `${hash.digest('hex')}\n`), end]))
  await file.close()
}

/** Two blocks of zeros end a tar. */
const end = Buffer.alloc(1024)

async function packed(name: string, content: string | Buffer): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, content)
  tar.finalize()
  const bytes = await buffer(tar)
  return bytes.subarray(0, bytes.length - end.length)
}

/** Begins a backup of this version with one table. */
export function describedTable(name: string, columns: string[]): Entry {
  const version = readMigrations().at(-1)?.folderMillis ?? 0
  return [databaseEntry, describeDatabase({ madeAt: new Date().toISOString(), version, tables: [{ name, columns }], sequences: [] })]
}

/** As versions before the classes of columns wrote one: every row of every table, with all that lets somebody in. */
export async function writeUnclassedBackup(place: Place, path: string): Promise<void> {
  await withQuery(place, async (query) => {
    const [found, version, sequences] = [await findTables(query), (await findVersion(query)) ?? 0, await findSequences(query)]
    const tables = found.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    const entries: Entry[] = [[databaseEntry, describeDatabase({ madeAt: new Date().toISOString(), version, tables, sequences })]]
    const rows: Record<string, number> = {}
    for (const { name, columns } of tables) {
      const values = columns.map((column) => `${quote(column)}::text`).join(', ')
      const lines = (await query(`select json_build_array(${values})::text as line from ${quote(name)}`)).map(({ line }) => String(line))
      rows[name] = lines.length
      if (lines.length > 0) entries.push([rowsEntry(name, 1), gzipSync(`${lines.join('\n')}\n`)])
    }
    await writeEntries(path, [...entries, [contentsEntry, describeContents({ rows, files: [], missingFiles: [], sums: {} })]])
  })
}
