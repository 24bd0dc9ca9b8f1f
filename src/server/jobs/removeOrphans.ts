/**
 * Removes stored bytes that no row names: what a save that failed after its upload has left, and files that were replaced. Safe while others
 * upload the same bytes, on this server or another (storeFile.ts).
 */
import { eq } from 'drizzle-orm'
import { files } from '../db/tables.ts'
import { lockContent } from '../files/storeFile.ts'
import type { ServerContext } from '../serverContext.ts'

/** From an upload's last byte to its commit, and for a download of what has just been replaced. */
const orphanAgeMs = 60 * 60 * 1000

export async function removeOrphans({ db, storage, clock }: Pick<ServerContext, 'db' | 'storage' | 'clock'>): Promise<void> {
  const oldest = clock().getTime() - orphanAgeMs
  for await (const { sha256, storedAt } of storage.list()) {
    const isNamed = eq(files.sha256, sha256)
    if (storedAt.getTime() > oldest || (await db.$count(files, isNamed)) > 0) continue
    await db.transaction(async (transaction) => {
      await lockContent(transaction, sha256)
      if ((await transaction.$count(files, isNamed)) === 0) await storage.remove(sha256)
    })
  }
}
