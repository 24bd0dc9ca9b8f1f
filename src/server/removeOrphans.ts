/** Removes stored bytes that no row names: what a save that failed after its upload has left. Safe while others upload. */
import { eq } from 'drizzle-orm'
import type { ServerContext } from './call.ts'
import { files } from './db/tables.ts'

/** Far longer than from an upload's last byte to its commit. */
const orphanAgeMs = 24 * 60 * 60 * 1000

export async function removeOrphans({ db, storage, clock }: Pick<ServerContext, 'db' | 'storage' | 'clock'>): Promise<void> {
  const oldest = clock().getTime() - orphanAgeMs
  for await (const { sha256, storedAt } of storage.list()) {
    if (storedAt.getTime() > oldest) continue
    if ((await db.$count(files, eq(files.sha256, sha256))) === 0) await storage.remove(sha256)
  }
}
