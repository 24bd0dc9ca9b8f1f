/** Changes what a backup holds, and makes it whole again by its own checksum: as a fault of the program that wrote it would. */
import { contentsEntry, describeContents, kindOf, packLines, readContents, unpackLines } from '../../src/server/backup/format.ts'
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
    const [what, bytes] = [kindOf(entry), await entry.read()]
    if (what.kind === 'rows') {
      const changed = lines(await unpackLines(bytes), what.table)
      rows[what.table] = (rows[what.table] ?? 0) + changed.length
      entries.push([entry.name, await packLines(changed)])
    } else if (what.kind === 'file') {
      const changed = file(bytes, what.sha256)
      if (changed === undefined) continue
      files.push(what.sha256)
      entries.push([entry.name, changed])
    } else if (entry.name === contentsEntry) {
      const contents = readContents(bytes)
      entries.push([entry.name, describeContents({ ...contents, rows: { ...contents.rows, ...rows }, files })])
    } else {
      entries.push([entry.name, bytes])
    }
  }
  await writeTarFile(path, { mayReplace: true }, async (add) => {
    for (const [name, bytes] of entries) await add(name, bytes)
  })
}
