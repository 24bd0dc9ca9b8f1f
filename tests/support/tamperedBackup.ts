/** Changes what a backup holds, and makes it whole again by its own checksum: as a fault of the program that wrote it would. */
import { bounds } from '../../src/server/backup/bounds.ts'
import { contentsEntry, describeContents, kindOf, readContents } from '../../src/server/backup/format.ts'
import { packLines, unpackLines } from '../../src/server/backup/packedRows.ts'
import { readTarFile, writeTarFile } from '../../src/server/backup/tarFile.ts'

type Change = {
  /** Of a piece of a table. */
  readonly lines?: (lines: string[], table: string) => string[]
  /** Of a stored file; undefined leaves it out. */
  readonly file?: (bytes: Buffer, sha256: string) => Buffer | undefined
}

/** The counts in the list of contents are kept true, so that only what the database said of its rows can tell. */
export async function tamperWith(path: string, { lines = (all) => all, file = (bytes) => bytes }: Change): Promise<void> {
  const rows: Record<string, number> = {}
  const files: string[] = []
  const entries: [string, Buffer][] = []
  for await (const entry of readTarFile(path)) {
    const what = kindOf(entry)
    if (what.kind === 'rows') {
      const all: string[] = []
      for await (const some of unpackLines(what.table, entry.stream())) all.push(...some)
      const changed = lines(all, what.table)
      rows[what.table] = (rows[what.table] ?? 0) + changed.length
      if (changed.length > 0) entries.push([entry.name, await packLines(what.table, changed)])
    } else if (what.kind === 'file') {
      const changed = file(await entry.read(bounds.fileBytes), what.sha256)
      if (changed === undefined) continue
      files.push(what.sha256)
      entries.push([entry.name, changed])
    } else if (entry.name === contentsEntry) {
      const contents = await readContents(entry)
      entries.push([entry.name, describeContents({ ...contents, rows: { ...contents.rows, ...rows }, files })])
    } else {
      entries.push([entry.name, await entry.read(bounds.databaseBytes)])
    }
  }
  await writeTarFile(path, { mayReplace: true }, async (add) => {
    for (const [name, bytes] of entries) await add(name, bytes)
  })
}
