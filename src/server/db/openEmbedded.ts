/**
 * The embedded database: PGlite in a local folder. Knows no tables.
 *
 * Adds what PGlite does not do: a lock on the folder, checkpoints (without them its log grows forever), a first start that a crash cannot
 * leave half done, and rejecting writes before the disk is full.
 */
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { assertFreeSpace, databaseReserveBytes } from './diskRoom.ts'
import { lockFolder } from './lockFolder.ts'

const checkpointEveryMs = 3 * 60_000

/** Extensions that the migrations create; PGlite must load them. */
export const embeddedExtensions = { pg_trgm }

/** At most 64 MB of log between checkpoints, so that a start after a crash is quick. */
const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB', '-c', 'timezone=UTC']

/** Creates the database under a temporary name and renames it when complete, so that `kill -9` leaves nothing half done. */
async function makeCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const client = await PGlite.create(unfinished, { startParams, extensions: embeddedExtensions })
  await client.close()
  await rename(unfinished, folder)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const readStatement = /^\s*(?:select|with|show|explain)\b/i

/** Rejects writes while the disk has too little space (diskRoom.ts explains why). They fail as on a full disk; reads continue. */
function checkFreeSpaceBeforeWrites(client: PGlite, folder: string): void {
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
 * Opens `dataDir`/database and creates it if necessary. Throws if another process has it open or the disk has too little space. `close`
 * writes a checkpoint, so that the next start replays nothing, and releases the folder.
 */
export async function openEmbedded(dataDir: string): Promise<{ client: PGlite; close: () => Promise<void> }> {
  const unlock = await lockFolder(dataDir)
  try {
    await assertFreeSpace(dataDir, databaseReserveBytes)
    const folder = join(dataDir, 'database')
    if (!(await exists(folder))) await makeCluster(folder)
    const client = await PGlite.create(folder, { startParams, extensions: embeddedExtensions })
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
    return { client, close }
  } catch (error) {
    await unlock()
    throw error
  }
}
