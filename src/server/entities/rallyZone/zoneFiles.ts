/** The stored KML files of zones. */
import { asc, eq, inArray } from 'drizzle-orm'
import type { Upload } from '../../../contract/fields.ts'
import type { Database } from '../../db/connect.ts'
import { files, rallyZoneFiles } from '../../db/tables.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { piecesOf } from '../../files/receivedFile.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import type { ServerContext } from '../../serverContext.ts'

const kmlMediaType = 'application/vnd.google-earth.kml+xml'

/** In the order in which they were sent. */
export async function findZoneFiles(db: Database, rallyZoneId: number) {
  return db
    .select({ id: files.id, filename: files.filename, sizeBytes: files.sizeBytes, sha256: files.sha256 })
    .from(rallyZoneFiles)
    .innerJoin(files, eq(files.id, rallyZoneFiles.fileId))
    .where(eq(rallyZoneFiles.rallyZoneId, rallyZoneId))
    .orderBy(asc(files.id))
}

export async function storeZoneFiles(
  context: Pick<ServerContext, 'storage'> & { now: Date },
  uploads: readonly Upload[],
): Promise<InsertFile[]> {
  const stored: InsertFile[] = []
  for (const upload of uploads) {
    const about = { filename: cleanFilename(upload.name), kind: 'rallyZone', mediaType: kmlMediaType } as const
    stored.push(await storeFile(context, { ...about, pieces: await piecesOf(upload) }))
  }
  return stored
}

/** The bytes of the files before are removed by jobs/removeOrphans.ts. */
export async function replaceZoneFiles(db: Database, rallyZoneId: number, stored: readonly InsertFile[]): Promise<void> {
  const before = (await findZoneFiles(db, rallyZoneId)).map(({ id }) => id)
  await db.delete(rallyZoneFiles).where(eq(rallyZoneFiles.rallyZoneId, rallyZoneId))
  await db.delete(files).where(inArray(files.id, before))
  for (const insertFile of stored) await db.insert(rallyZoneFiles).values({ rallyZoneId, fileId: await insertFile(db) })
}
