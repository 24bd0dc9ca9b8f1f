/**
 * The embedded database: PGlite in a local folder. Knows no tables.
 *
 * Adds what PGlite does not do: a lock on the folder, checkpoints (without them its log grows forever), a first start that a crash cannot
 * leave half done, and rejecting writes before the disk is full.
 */
import { constants, openAsBlob } from 'node:fs'
import { cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { findIfBeside } from '../config/findBeside.ts'
import { assertFreeSpace, databaseReserveBytes } from './diskRoom.ts'
import { lockFolder } from './lockFolder.ts'

const checkpointEveryMs = 3 * 60_000

/** Extensions that the migrations create; PGlite must load them. */
export const embeddedExtensions = { pg_trgm }

/** At most 64 MB of log between checkpoints, so that a start after a crash is quick. */
export const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB', '-c', 'timezone=UTC']

/** Creates the database under a temporary name and renames it when complete, so that `kill -9` leaves nothing half done. */
async function makeCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const client = await openCluster(unfinished)
  await client.close()
  await rename(unfinished, folder)
}

/** The file beside the built server with an empty database. */
export const emptyDatabase = 'emptyDatabase.tar.gz'

/** Opens the files of a database, and creates them if there are none. No other process may have them open. */
export async function openCluster(folder: string): Promise<PGlite> {
  // Where the server runs from its sources there is none, and PGlite makes the files, which takes five times as long.
  const packed = (await exists(join(folder, 'PG_VERSION'))) ? undefined : findIfBeside(import.meta.dirname, emptyDatabase)
  const files = packed === undefined ? {} : { loadDataDir: await openAsBlob(packed) }
  return PGlite.create(folder, { startParams, extensions: embeddedExtensions, ...files })
}

/** Where the database lies in the data folder. A whole one that was restored beside it takes its place at the next opening. */
export function databaseFolders(dataDir: string) {
  const folder = join(dataDir, 'database')
  return { folder, restored: `${folder}.restored`, replaced: `${folder}.replaced` }
}

/** Puts a whole restored database in the place of the present one. A crash at any moment leaves one of the two. The folder must be locked. */
export async function finishRestore(dataDir: string): Promise<void> {
  const { folder, restored, replaced } = databaseFolders(dataDir)
  if (await exists(restored)) {
    if (await exists(folder)) {
      await rm(replaced, { recursive: true, force: true })
      await rename(folder, replaced)
    }
    await rename(restored, folder)
  }
  await rm(replaced, { recursive: true, force: true })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const readStatement = /^\s*(?:select|with|show|explain)\b/i

/** Rejects writes while the disk has too little space (diskRoom.ts explains why). They fail as on a full disk; reads continue. */
export function checkFreeSpaceBeforeWrites(client: PGlite, folder: string): void {
  const [query, transaction] = [client.query.bind(client), client.transaction.bind(client)]
  client.query = async (text, params, options) => {
    if (!readStatement.test(text)) await assertFreeSpace(folder, databaseReserveBytes)
    return query(text, params, options)
  }
  client.transaction = async (work) => {
    await assertFreeSpace(folder, databaseReserveBytes)
    return transaction(work)
  }
}

/**
 * Copies the files while no statement runs, which is all that a copy needs to be as good as what a crash at that moment leaves. Statements
 * wait meanwhile. Returns the moment whose state the copy holds.
 */
async function copyCluster(client: PGlite, { folder, clock }: { folder: string; clock: () => Date }, target: string): Promise<Date> {
  const [beside, unfinished] = [join(folder, '..'), `${target}.unfinished`]
  await assertFreeSpace(beside, (await sizeOf(folder)) + databaseReserveBytes)
  await rm(unfinished, { recursive: true, force: true })
  // The less is left for the copy to replay.
  await client.exec('checkpoint')
  const madeAt = await client.runExclusive(async () => {
    const now = clock()
    await cp(folder, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return now
  })
  await rename(unfinished, target)
  return madeAt
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

type EmbeddedDatabase = {
  readonly client: PGlite
  /** Copies the database into a new folder while it is in use. */
  readonly copyTo: (target: string, clock: () => Date) => Promise<Date>
  readonly close: () => Promise<void>
}

/**
 * Opens `dataDir`/database and creates it if necessary. Throws if another process has it open or the disk has too little space. `close`
 * writes a checkpoint, so that the next start replays nothing, and releases the folder.
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(dataDir)
  try {
    await assertFreeSpace(dataDir, databaseReserveBytes)
    const { folder } = databaseFolders(dataDir)
    await finishRestore(dataDir)
    if (!(await exists(folder))) await makeCluster(folder)
    const client = await openCluster(folder)
    checkFreeSpaceBeforeWrites(client, folder)

    // A failed checkpoint loses nothing. The log stays longer until the next one.
    const timer = setInterval(() => void client.exec('checkpoint').catch(() => undefined), checkpointEveryMs)
    timer.unref()

    const close = async () => {
      clearInterval(timer)
      try {
        await client.exec('checkpoint')
        await client.close()
      } finally {
        await unlock()
      }
    }
    return { client, copyTo: (target, clock) => copyCluster(client, { folder, clock }, target), close }
  } catch (error) {
    await unlock()
    throw error
  }
}
