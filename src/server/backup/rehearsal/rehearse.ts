/**
 * Restores a backup where nobody uses it, and compares what came back with what the source database said of itself. Knows no schedule and
 * no encryption.
 */
import { messageOf } from '../../config/messageOf.ts'
import { createEmbeddedSession, type Query, withSession } from '../../db/session.ts'
import type { Storage } from '../../files/storage.ts'
import { findTables } from '../describeSchema.ts'
import type { Contents, DatabaseDescription } from '../format.ts'
import { hashOf } from '../readStored.ts'
import { openBackup, restoreBackup } from '../restoreBackup.ts'
import { type Erased, findErasedIn } from '../scheduled/erasedList.ts'
import { type Sums, sumTables } from './sumTables.ts'

/**
 * `folder` becomes an embedded database. Returns whom the backup's database has erased. Throws an error with a sentence if the backup does not
 * give everything back.
 */
export async function rehearse(path: string, folder: string, signal: AbortSignal): Promise<readonly Erased[]> {
  return restore(path, folder, signal).catch((cause: unknown) => {
    throw new Error(`The rehearsal failed: ${messageOf(cause)}`, { cause })
  })
}

async function restore(path: string, folder: string, signal: AbortSignal): Promise<readonly Erased[]> {
  const backup = await openBackup(path)
  const { storage, received } = openNoStorage()
  return withSession(await createEmbeddedSession(folder), async ({ db, query: ask, close }) => {
    const query: Query = (text, values) => {
      signal.throwIfAborted()
      return ask(text, values)
    }
    const compare = async (contents: Contents) => {
      assertEqualSums(contents.sums, await sumTables(query, await findTables(query)))
      assertRowCounts(contents, backup)
      await assertFiles(query, contents, received)
    }
    await restoreBackup({ db, query, close }, storage, backup, () => Promise.resolve(), { compare })
    return findErasedIn(query)
  })
}

/** A storage that keeps nothing but the names of what it was given: a rehearsal needs no room for the files. */
function openNoStorage(): { storage: Storage; received: ReadonlySet<string> } {
  const received = new Set<string>()
  const storage: Storage = {
    put: (bytes) => {
      const whole = Buffer.concat([bytes].flat())
      const sha256 = hashOf(whole)
      received.add(sha256)
      return Promise.resolve({ sha256, sizeBytes: whole.length })
    },
    has: () => Promise.resolve(false),
    open: (sha256) => Promise.reject(new Error(`${sha256} is not kept in a rehearsal.`)),
    // oxlint-disable-next-line require-yield -- it holds nothing
    list: async function* () {},
    remove: () => Promise.resolve(),
  }
  return { storage, received }
}

function assertEqualSums(expected: Sums, found: Sums): void {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)])
  const different = [...tables].filter(
    (table) => expected[table]?.rows !== found[table]?.rows || expected[table]?.sum !== found[table]?.sum,
  )
  const describe = (table: string) => `${table} (${expected[table]?.rows ?? 'no'} rows, restored ${found[table]?.rows ?? 'none'})`
  if (different.length > 0) throw new Error(`these tables come back different from what they were: ${different.map(describe).join(', ')}.`)
}

function assertRowCounts({ rows, sums }: Contents, { tables }: DatabaseDescription): void {
  const wrong = tables.filter(({ name }) => rows[name] !== (sums[name]?.rows ?? 0)).map(({ name }) => name)
  if (wrong.length > 0) throw new Error(`the backup counts other rows than the database: ${wrong.join(', ')}.`)
}

/** The bytes of each were compared with its SHA-256 when it was restored. */
async function assertFiles(query: Query, { files, missingFiles }: Contents, received: ReadonlySet<string>): Promise<void> {
  const named = (await query('select distinct sha256 from files')).map(({ sha256 }) => String(sha256))
  const missing = new Set(missingFiles)
  const lost = [...named.filter((sha256) => !missing.has(sha256)), ...files].filter((sha256) => !received.has(sha256))
  if (lost.length > 0) throw new Error(`${new Set(lost).size} stored files do not come back.`)
}
