/**
 * Removes stored bytes without a row: left by a save that failed after its upload, or by a replaced file. Safe while the same bytes are
 * being uploaded, on this server or another (files/storeFile.ts), and while a backup is made.
 */
import { eq } from 'drizzle-orm'
import { mayRemove } from '../backup/removalLock.ts'
import { files } from '../db/tables.ts'
import { lockContent } from '../files/storeFile.ts'
import type { ServerContext } from '../serverContext.ts'

/** Covers the time from the end of an upload to its commit, and downloads of a file that was just replaced. */
const orphanAgeMs = 60 * 60 * 1000

type OrphanContext = Pick<ServerContext, 'config' | 'db' | 'storage' | 'clock'>

export async function removeOrphans({ config, db, storage, clock }: OrphanContext): Promise<void> {
  const oldest = clock().getTime() - orphanAgeMs
  for await (const { sha256, storedAt } of storage.list()) {
    const hasRow = eq(files.sha256, sha256)
    if (storedAt.getTime() > oldest || (await db.$count(files, hasRow)) > 0) continue
    await db.transaction(async (transaction) => {
      await lockContent(transaction, sha256)
      if ((await mayRemove(transaction, config.dataDir)) && (await transaction.$count(files, hasRow)) === 0) await storage.remove(sha256)
    })
  }
}
