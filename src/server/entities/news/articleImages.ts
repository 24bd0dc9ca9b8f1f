/** Which images an article uses. Those that none uses are removed by jobs/purgeNewsImages.ts. */
import { eq, inArray } from 'drizzle-orm'
import { imageToken } from '../../../contract/article.ts'
import { addressOfImage } from '../../../contract/basePath.ts'
import { makeSecret } from '../../auth/secret.ts'
import type { Database } from '../../db/connect.ts'
import { files, newsImages, newsImageUses } from '../../db/tables.ts'
import type { FileToSend } from '../../call.ts'
import type { InsertFile } from '../../files/storeFile.ts'

/** Returns the address of the new image. */
export async function insertImage(db: Database, insertFile: InsertFile, now: Date): Promise<string> {
  const token = makeSecret()
  await db.insert(newsImages).values({ token, fileId: await insertFile(db), unusedSince: now })
  return addressOfImage(token)
}

/** Sets the uses by the images in sanitised HTML. Images that do not exist are passed over: their address leads nowhere. */
export async function setImageUses(db: Database, newsId: number, html: string): Promise<void> {
  const tokens = [...html.matchAll(/<img src="([^"]*)"/g)].flatMap(([, address = '']) => imageToken(address) ?? [])
  await db.delete(newsImageUses).where(eq(newsImageUses.newsId, newsId))
  if (tokens.length === 0) return
  // Locked, so that none of them is being removed.
  const used = await db
    .select({ imageId: newsImages.id })
    .from(newsImages)
    .where(inArray(newsImages.token, [...new Set(tokens)]))
    .for('key share')
  if (used.length > 0) await db.insert(newsImageUses).values(used.map(({ imageId }) => ({ newsId, imageId })))
}

export async function findImage(db: Database, token: string): Promise<FileToSend | undefined> {
  // PostgreSQL refuses some characters, such as NUL.
  if (imageToken(addressOfImage(token)) === null) return undefined
  const [found] = await db
    .select({ sha256: files.sha256, sizeBytes: files.sizeBytes, filename: files.filename, mediaType: files.mediaType })
    .from(newsImages)
    .innerJoin(files, eq(files.id, newsImages.fileId))
    .where(eq(newsImages.token, token))
  return found && { ...found, isForEverybody: true }
}
