/**
 * Brings a database to the state of a backup, in one transaction: an interruption leaves what was before. Knows no command, and not where
 * the database lies.
 */
import { migrationLock } from '../db/openPostgresql.ts'
import type { Session } from '../db/session.ts'
import type { Storage } from '../files/storage.ts'
import { noteRestored } from '../installation/restored.ts'
import { noteRestoredInChains } from '../seals/addSeal.ts'
import { renewVersionKeys } from '../db/versionKeys.ts'
import { assertKnownVersion, dropSchema, migrateTo } from './applySchema.ts'
import { findTables, findVersion, quote, transactionTime } from './describeSchema.ts'
import { bounds } from './bounds.ts'
import { type Erased, eraseAgain } from './scheduled/erasedList.ts'
import { type Contents, contentsEntry, type DatabaseDescription, kindOf, readContents, readDescription, rowsOfTable } from './format.ts'
import { removeUnkept } from './keptRows.ts'
import { prepareInserts, setSequences, withBareTables } from './loadRows.ts'
import { unpackLines } from './packedRows.ts'
import { hashOf, readStored } from './readStored.ts'
import { readTarFile, verifyTarFile } from './tarFile.ts'

export type RestorableBackup = DatabaseDescription & { readonly path: string; readonly identities: readonly string[] }

/** Reads the whole file once. Throws an error with a sentence if it is damaged or newer than this server. Changes nothing. */
export async function openBackup(path: string, identities: readonly string[] = []): Promise<RestorableBackup> {
  await verifyTarFile(path, identities)
  const description = await readDescription(path, identities)
  assertKnownVersion(description.version)
  return { ...description, path, identities }
}

/** Tables that a server fills by itself before anybody uses it. */
const ownTables = new Set(['settings', 'call_counts', 'alerts', 'seals'])

/** Why something would be lost; undefined if there is nothing in the database. Throws if it holds tables that are not ours. */
export async function findLoss(session: Pick<Session, 'query'>): Promise<string | undefined> {
  const { query } = session
  const tables = await findTables(query)
  if (tables.length === 0) return undefined
  if ((await findVersion(query)) === undefined)
    throw new Error('The database holds tables that are not Fieldport’s. Nothing was done. Name an empty database.')
  for (const { name } of tables.filter((table) => !ownTables.has(table.name))) {
    const rows = await query(`select from ${quote(name)} limit 1`)
    if (rows.length > 0) return `The database holds data already (table ${name})`
  }
  return undefined
}

type RestoreOptions = {
  /** Called when the rows are those of the backup, before they are brought to the present schema and old access is ended. */
  readonly compare?: (contents: Contents) => Promise<void>
  /** Whom to erase again. */
  readonly erased?: readonly Erased[]
}
/** `erasedAgain`: how many people were in the backup that had been erased since. */
export type Restored = Contents & { readonly erasedAgain: number }

/** Replaces all that is in the database. `assertReady` is called within the transaction, under the lock, before anything changes. */
export async function restoreBackup(
  { query, db }: Session,
  storage: Storage,
  backup: RestorableBackup,
  assertReady: () => Promise<void>,
  { compare = () => Promise.resolve(), erased = [] }: RestoreOptions = {},
): Promise<Restored> {
  await query('begin')
  try {
    // A server that starts meanwhile waits with its migrations.
    await query('select pg_advisory_xact_lock($1)', [migrationLock])
    await assertReady()
    await dropSchema(query)
    await migrateTo(query, backup.version)
    const contents = await load({ query, storage, backup })
    await compare(contents)
    await setSequences(query, backup)
    await migrateTo(query)
    await renewVersionKeys(db)
    // Of an older backup: a newer one has nothing of it.
    await removeUnkept(query)
    const erasedAgain = await eraseAgain({ query, db }, erased)
    await noteRestored(db, new Date(backup.madeAt))
    await noteRestoredInChains(db, await transactionTime(query))
    await query('commit')
    return { ...contents, erasedAgain }
  } catch (error) {
    await query('rollback').catch(() => undefined)
    throw error
  }
}

type Loading = { readonly query: Session['query']; readonly storage: Storage; readonly backup: RestorableBackup }

/** Stored files are added, never removed; those that no row names in the end are tidied away by the server. */
async function load({ query, storage, backup }: Loading): Promise<Contents> {
  const found: { contents?: Contents } = {}
  await withBareTables(query, async () => {
    const insert = await prepareInserts(query, backup)
    for await (const entry of readTarFile(backup.path, backup.identities)) {
      const what = kindOf(entry)
      if (what.kind === 'rows') {
        for await (const lines of unpackLines(rowsOfTable(what.table), entry.stream())) await insert(what.table, lines)
      } else if (what.kind === 'file') {
        await storeFile(storage, what.sha256, await entry.read(bounds.fileBytes))
      } else if (entry.name === contentsEntry) {
        found.contents = await readContents(entry)
      }
    }
  })
  if (found.contents === undefined) throw new Error('The backup has no list of its contents.')
  return found.contents
}

/** A damaged file of the same length is stored anew, which `put` alone would not do. */
async function storeFile(storage: Storage, sha256: string, bytes: Buffer): Promise<void> {
  if (hashOf(bytes) !== sha256) throw new Error(`The file ${sha256} has another content in the backup.`)
  if ((await storage.has({ sha256, sizeBytes: bytes.length })) && (await readStored(storage, sha256)) === undefined)
    await storage.remove(sha256)
  await storage.put(bytes)
}
