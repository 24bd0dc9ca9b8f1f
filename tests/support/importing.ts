/** Runs the import command on a database of its own, as a process, and looks at what came of it. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { products } from '../../src/server/db/tables.ts'
import type { Place, TestDatabase } from './databases.ts'
import { inDatabase } from './inDatabase.ts'
import { allRows } from './installations.ts'
import { runCommand } from './scripts.ts'

/** The files that docs/import.md shows. */
const exampleFolder = 'tests/import'

/** Each test has a new database with the product of the example, and a copy of the example's files. */
export function importingOn({ createPlace }: TestDatabase) {
  const folders: string[] = []
  let place: Place
  let folder: string

  const inOwnDatabase = <T>(work: (db: Database) => Promise<T>) => inDatabase(place, work)

  async function write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  beforeEach(async () => {
    place = await createPlace()
    folder = await mkdtemp(join(tmpdir(), 'fieldport-import-'))
    folders.push(folder)
    await cp(exampleFolder, folder, { recursive: true })
    await inOwnDatabase((db) => db.insert(products).values({ name: 'Finder 6', typeName: 'WS6', typeId: 6 }))
  })
  afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

  return {
    place: () => place,
    /** A folder for files of the test. */
    folder: () => folder,
    write,
    writeLines: (name: string, ...lines: readonly string[]) => write(name, lines.join('\n')),
    run: (...parts: readonly string[]) => runCommand('importData', parts, place.environment),
    inDatabase: inOwnDatabase,
    /** Every row of every table, as text. */
    everything: () => allRows(place),
  }
}
