import { and, eq, exists, inArray, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accessories, files, firmwares, news, newsImages, newsImageUses, rallyZoneFiles, userProducts } from '../db/tables.ts'
import { isDemoRow } from './demoRows.ts'

/** Whether a file is removed with the demo: it is marked, or a demo row refers to it (an upload). No two rows share a file. */
export function isDemoFile(db: Database): SQL | undefined {
  const named = [
    db.select({ id: firmwares.fileId }).from(firmwares).where(isDemoRow('firmware', firmwares.id)),
    db.select({ id: userProducts.purchaseProofFileId }).from(userProducts).where(isDemoRow('user', userProducts.userId)),
    db.select({ id: accessories.purchaseProofFileId }).from(accessories).where(isDemoRow('user', accessories.userId)),
    db.select({ id: news.thumbnailFileId }).from(news).where(isDemoRow('news', news.id)),
    demoImages(db),
    db.select({ id: rallyZoneFiles.fileId }).from(rallyZoneFiles).where(isDemoRow('rallyZone', rallyZoneFiles.rallyZoneId)),
  ]
  return or(isDemoRow('file', files.id), ...named.map((ids) => inArray(files.id, ids)))
}

/** The images of demo articles, unless a real article shows them too. */
function demoImages(db: Database) {
  const uses = (isWanted: SQL) =>
    db
      .select({ one: sql`1` })
      .from(newsImageUses)
      .where(and(eq(newsImageUses.imageId, newsImages.id), isWanted))
  const isDemo = isDemoRow('news', newsImageUses.newsId)
  return db
    .select({ id: newsImages.fileId })
    .from(newsImages)
    .where(and(exists(uses(isDemo)), notExists(uses(not(isDemo)))))
}
