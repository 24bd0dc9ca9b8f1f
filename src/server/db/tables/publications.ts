/** What staff publish besides firmware: news and rally zones. */
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { files } from './firmware.ts'

export const news = pgTable('news', {
  id: identity(),
  title: text().notNull(),
  /** HTML, sanitised before it is stored. */
  content: text().notNull(),
  thumbnailFileId: reference().references(() => files.id, { onDelete: 'set null' }),
  isPublished: boolean().notNull().default(false),
  lastModifDate: instant().notNull().defaultNow(),
})

export const rallyZones = pgTable('rally_zones', {
  id: identity(),
  title: text().notNull(),
  isEnabled: boolean().notNull().default(true),
  creationDate: instant().notNull().defaultNow(),
})

/** The KML files that draw a zone. */
export const rallyZoneFiles = pgTable(
  'rally_zone_files',
  {
    rallyZoneId: reference()
      .notNull()
      .references(() => rallyZones.id, { onDelete: 'cascade' }),
    fileId: reference()
      .notNull()
      .references(() => files.id, { onDelete: 'restrict' }),
  },
  (row) => [primaryKey({ columns: [row.rallyZoneId, row.fileId] }), index('rally_zone_files_file_id_index').on(row.fileId)],
)
