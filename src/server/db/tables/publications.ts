/** What staff publish besides firmware: news and rally zones. */
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant, partOf, reference } from './columns.ts'
import { files } from './firmware.ts'
import { users } from './people.ts'

export const news = pgTable(
  'news',
  {
    id: identity(),
    title: text().notNull(),
    /** HTML, sanitised before it is stored. */
    content: text().notNull(),
    thumbnailFileId: reference().references(() => files.id, { onDelete: 'set null' }),
    /** For lists: WebP in base64, a few kilobytes. */
    smallThumbnail: text(),
    isPublished: boolean().notNull().default(false),
    /** Since when it is published; null for a draft. */
    publishedAt: instant(),
    /** When a draft is published by itself (`due_work`, kind `publishNews`). */
    publishAt: instant(),
    lastModifDate: instant().notNull().defaultNow(),
    isDeleted: boolean().notNull().default(false),
  },
  (row) => [
    index('news_thumbnail_file_id_index')
      .on(row.thumbnailFileId)
      .where(sql`${row.thumbnailFileId} is not null`),
  ],
)

/** Which users have read which published articles. */
export const newsReads = pgTable(
  'news_reads',
  {
    userId: partOf(() => users.id),
    newsId: partOf(() => news.id),
  },
  (row) => [primaryKey({ columns: [row.userId, row.newsId] }), index('news_reads_news_id_index').on(row.newsId)],
)

/** An image that may be in articles. Everybody who knows its token may see it. */
export const newsImages = pgTable(
  'news_images',
  {
    id: identity(),
    /** 256 random bits, the end of its address. */
    token: text().notNull(),
    fileId: partOf(() => files.id),
    /** Since when no article has used it, as found by jobs/purgeNewsImages.ts; null while one does. */
    unusedSince: instant(),
  },
  (row) => [uniqueIndex('news_images_token_key').on(row.token), index('news_images_file_id_index').on(row.fileId)],
)

/** Which images the stored content of an article shows. */
export const newsImageUses = pgTable(
  'news_image_uses',
  {
    newsId: partOf(() => news.id),
    imageId: partOf(() => newsImages.id),
  },
  (row) => [primaryKey({ columns: [row.newsId, row.imageId] }), index('news_image_uses_image_id_index').on(row.imageId)],
)

export const rallyZones = pgTable('rally_zones', {
  id: identity(),
  title: text().notNull(),
  isEnabled: boolean().notNull().default(true),
  isDeleted: boolean().notNull().default(false),
  creationDate: instant().notNull().defaultNow(),
  /** As measured when the files were read. */
  areaSquareMeters: doublePrecision().notNull().default(0),
  perimeterMeters: doublePrecision().notNull().default(0),
  /** Of `rallyZoneShapes`, for ETags; null if there are none. */
  shapesSha256: text(),
})

/**
 * What a zone's files draw, so that showing it does not read them again (kml/drawing.ts). In parts, because the embedded database answers
 * nobody while it stores one, and in a table of its own, because lists must not read this text.
 */
export const rallyZoneShapes = pgTable(
  'rally_zone_shapes',
  {
    rallyZoneId: partOf(() => rallyZones.id),
    /** From 0. */
    part: integer().notNull(),
    text: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.rallyZoneId, row.part] })],
)

/** The KML files that draw a zone, in the order of their ids. */
export const rallyZoneFiles = pgTable(
  'rally_zone_files',
  {
    rallyZoneId: partOf(() => rallyZones.id),
    fileId: reference()
      .notNull()
      .references(() => files.id, { onDelete: 'restrict' }),
  },
  (row) => [primaryKey({ columns: [row.rallyZoneId, row.fileId] }), index('rally_zone_files_file_id_index').on(row.fileId)],
)
