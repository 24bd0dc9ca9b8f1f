import { addressOfImage } from '../../../contract/basePath.ts'
import { makeSecret } from '../../auth/secret.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, news, newsImages, newsImageUses } from '../../db/tables.ts'
import type { Storage, StoredContent } from '../../files/storage.ts'
import { demoArticles, pictureMark } from './articles.ts'
import { drawLandscape } from './landscape.ts'

type Picture = { readonly stored: StoredContent; readonly small: string }

/** One for each article, null for an article without a picture. Drawing takes time: do it before the transaction. */
export async function storePictures(storage: Storage): Promise<readonly (Picture | null)[]> {
  return Promise.all(
    demoArticles(new Date(0)).map(async ({ picture }) => {
      if (picture === null) return null
      const { large, small } = await drawLandscape(picture)
      return { stored: await storage.put(large), small: small.toString('base64') }
    }),
  )
}

export async function insertArticles(db: Database, pictures: readonly (Picture | null)[], now: Date): Promise<void> {
  for (const [index, { picture: _, content, ...article }] of demoArticles(now).entries()) {
    const picture = pictures[index] ?? null
    const thumbnail = picture && { thumbnailFileId: await insertFile(db, picture, now), smallThumbnail: picture.small }
    const image = picture !== null && content.includes(pictureMark) ? await insertImage(db, picture, now) : null
    const html = content.replace(
      pictureMark,
      image === null ? '' : `<img src="${addressOfImage(image.token)}" alt="A green valley below hills" />`,
    )
    const { id } = single(
      await db
        .insert(news)
        .values({ ...article, publishedAt: article.isPublished ? article.lastModifDate : null, content: html, ...thumbnail })
        .returning({ id: news.id }),
    )
    if (image !== null) await db.insert(newsImageUses).values({ newsId: id, imageId: image.id })
  }
}

async function insertImage(db: Database, picture: Picture, now: Date): Promise<{ id: number; token: string }> {
  const values = { token: makeSecret(), fileId: await insertFile(db, picture, now) }
  return single(await db.insert(newsImages).values(values).returning({ id: newsImages.id, token: newsImages.token }))
}

async function insertFile(db: Database, { stored }: Picture, now: Date): Promise<number> {
  const row = { ...stored, filename: 'valley.jpg', kind: 'newsImage', mediaType: 'image/jpeg', createdAt: now } as const
  return single(await db.insert(files).values(row).returning({ id: files.id })).id
}
