/** Runs the import command on a database of its own, as a process, and looks at what came of it. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'
import { connectDatabase, type Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { products } from '../../src/server/db/tables.ts'
import type { Place, TestDatabase } from './databases.ts'
import { runCommand } from './scripts.ts'

/** The files that docs/import.md shows. */
const exampleFolder = 'tests/import'

export type Importing = {
  readonly place: () => Place
  /** A folder for files of the test. */
  readonly folder: () => string
  readonly write: (name: string, content: string | Uint8Array) => Promise<string>
  readonly run: (...parts: readonly string[]) => Promise<{ out: string; complaint: string; code: number }>
  /** Nobody else may be connected to the embedded database. */
  readonly inDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Every row of every table, as text. */
  readonly everything: () => Promise<string>
}

/** Each test has a new database with the product of the example, and a copy of the example's files. */
export function importingOn({ createPlace }: TestDatabase): Importing {
  const folders: string[] = []
  let place: Place
  let folder: string

  const inDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { db, close } = await connectDatabase(place)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }

  beforeEach(async () => {
    place = await createPlace()
    folder = await mkdtemp(join(tmpdir(), 'fieldport-import-'))
    folders.push(folder)
    await cp(exampleFolder, folder, { recursive: true })
    await inDatabase((db) => db.insert(products).values({ name: 'Finder 6', typeName: 'WS6', typeId: 6 }))
  })
  afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

  return {
    place: () => place,
    folder: () => folder,
    async write(name, content) {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
    run: (...parts) => runCommand('importData', parts, place.environment),
    inDatabase,
    everything: () =>
      inDatabase(async (db) => {
        const names = rowsOf(await db.execute(sql`select table_name from information_schema.tables where table_schema = 'public'`))
        const dumps: string[] = []
        for (const name of names.map((row) => String(row['table_name'])).toSorted()) {
          const rows = rowsOf(await db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t order by 1`))
          dumps.push(`${name}: ${rows.map(({ row }) => String(row)).join('\n')}`)
        }
        return dumps.join('\n')
      }),
  }
}
