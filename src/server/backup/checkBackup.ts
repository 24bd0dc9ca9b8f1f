/** Reads all of a backup and compares it with what it says of itself. */
import { bounds } from './bounds.ts'
import { type Contents, contentsEntry, kindOf, readContents, rowsOfTable } from './format.ts'
import { unpackLines } from './packedRows.ts'
import { hashOf } from './readStored.ts'
import { openBackup, type RestorableBackup } from './restoreBackup.ts'
import { readTarFile } from './tarFile.ts'

/** Throws an error with a sentence at the first fault. */
export async function checkBackup(
  path: string,
  identities: readonly string[] = [],
): Promise<{ backup: RestorableBackup; contents: Contents }> {
  const backup = await openBackup(path, identities)
  const rows: Record<string, number> = Object.fromEntries(backup.tables.map(({ name }) => [name, 0]))
  const files: string[] = []
  let contents: Contents | undefined
  for await (const entry of readTarFile(path, identities)) {
    const what = kindOf(entry)
    if (what.kind === 'rows') {
      const { table } = what
      if (!Object.hasOwn(rows, table)) throw new Error(`The backup has rows of a table that it does not name: ${table.slice(0, 100)}.`)
      for await (const lines of unpackLines(rowsOfTable(table), entry.stream())) rows[table] = (rows[table] ?? 0) + lines.length
    } else if (what.kind === 'file') {
      if (hashOf(await entry.read(bounds.fileBytes)) !== what.sha256) throw new Error(`The file ${what.sha256} is damaged.`)
      files.push(what.sha256)
    } else if (entry.name === contentsEntry) {
      contents = await readContents(entry)
    }
  }
  if (contents === undefined || !isSame(contents, { ...contents, rows, files }))
    throw new Error(`${path} does not hold what it says it holds.`)
  return { backup, contents }
}

function isSame(one: Contents, other: Contents): boolean {
  const tables = new Set([...Object.keys(one.rows), ...Object.keys(other.rows)])
  return [...tables].every((table) => one.rows[table] === other.rows[table]) && one.files.join() === other.files.join()
}
