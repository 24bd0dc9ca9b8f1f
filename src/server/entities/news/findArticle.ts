import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { newsThumbnailTypes } from '../../../contract/news.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { files, news as table } from '../../db/tables.ts'
import type { Storage } from '../../files/storage.ts'

/** An article, published or not, and the file of its thumbnail. Throws `resource.not.found`. */
export async function findArticle(db: Database, id: number) {
  const [row] = await db
    .select({ article: table, thumbnail: files })
    .from(table)
    .leftJoin(files, eq(files.id, table.thumbnailFileId))
    .where(eq(table.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  return row
}

/** The thumbnail as the contract has it: in base64, and its type. */
export async function readThumbnail(storage: Storage, file: typeof files.$inferSelect | null) {
  const bytes = file && (await buffer(await storage.open(file.sha256)))
  return {
    thumbnail: bytes?.toString('base64') ?? null,
    thumbnailType: newsThumbnailTypes.find((type) => type === file?.mediaType) ?? null,
  }
}
