/** Images that every owner is offered: their bytes are for everybody, caches included (docs/security.md, 47). */
import { and, eq, getTableColumns, not } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { files, firmwares, releases } from '../../db/tables.ts'
import { sha256Pattern } from '../../files/storage.ts'
import { isNotRestored } from '../../installation/restored.ts'

/** The file with these bytes of a firmware that is released and nothing less. Several may have them; any will do. */
export async function findReleasedImage(db: Database, sha256: string): Promise<typeof files.$inferSelect | undefined> {
  // PostgreSQL refuses some characters, such as NUL.
  if (!sha256Pattern.test(sha256)) return undefined
  const [found] = await db
    .select({ file: getTableColumns(files) })
    .from(files)
    .innerJoin(firmwares, eq(firmwares.fileId, files.id))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(and(eq(files.sha256, sha256), eq(releases.state, 'released'), not(firmwares.isDeleted), isNotRestored(db)))
    .limit(1)
  return found?.file
}
