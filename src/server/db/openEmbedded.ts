/**
 * The embedded database: PGlite in a folder of this machine. Knows no tables.
 *
 * What PGlite does not do by itself is done here: the lock on the folder, checkpoints (without them its log grows for ever), a first start
 * that a crash cannot leave half done, and writes that are refused before the disk is full.
 */
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { assertFreeSpace, databaseReserveBytes } from './diskRoom.ts'
import { lockFolder } from './lockFolder.ts'

const checkpointEveryMs = 3 * 60_000

/** What the migrations ask for with `create extension`; PGlite has to be given it. */
export const embeddedExtensions = { pg_trgm }

/** A log of 64 MB at most between checkpoints; never so much that a start after a crash takes long. */
const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB', '-c', 'timezone=UTC']

/** A cluster is made beside its place and moved there when it is whole: `kill -9` during the first start leaves nothing half made. */
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

const reads = /^\s*(?:select|with|show|explain)\b/i

/** Writes only while the disk has room (diskRoom.ts says why); what is asked meanwhile fails as on a full disk, reads go on. */
function checkFreeSpaceBeforeWrites(client: PGlite, folder: string): void {
  const [query, transaction] = [client.query.bind(client), client.transaction.bind(client)]
  client.query = async (text, params, options) => {
    if (!reads.test(text)) await assertFreeSpace(folder, databaseReserveBytes)
    return query(text, params, options)
  }
  client.transaction = async (work) => {
    await assertFreeSpace(folder, databaseReserveBytes)
    return transaction(work)
  }
}

/**
 * Opens `dataDir`/database, making it where it does not exist. Fails when another process has it open, or without room on the disk.
 * `close` writes a checkpoint, so that the next start has nothing to replay, and frees the folder.
 */
export async function openEmbedded(dataDir: string): Promise<{ client: PGlite; close: () => Promise<void> }> {
  const unlock = await lockFolder(dataDir)
  try {
    await assertFreeSpace(dataDir, databaseReserveBytes)
    const folder = join(dataDir, 'database')
    if (!(await exists(folder))) await makeCluster(folder)
    const client = await PGlite.create(folder, { startParams, extensions: embeddedExtensions })
    checkFreeSpaceBeforeWrites(client, folder)

    // A failed checkpoint loses nothing: the log only stays longer, and the next one tries again.
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
