/** Since when an article is published, or when it will be. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { news as table } from '../../db/tables.ts'
import { assertAhead, cancel, schedule } from '../../work/dueWork.ts'

type Publication = Pick<typeof table.$inferSelect, 'isPublished' | 'publishedAt' | 'publishAt'>

/** SQL: of a published article, which has the date. */
export const publishedSince = sql<Date>`${table.publishedAt}`.mapWith(table.publishedAt)

/** What is shown of it to staff. */
export function shownPublication({ publishedAt, publishAt }: Pick<Publication, 'publishedAt' | 'publishAt'>) {
  return { publishedAt: publishedAt?.toISOString() ?? null, publishAt: publishAt?.toISOString() ?? null }
}

/**
 * What a form makes of it; `before` is null for a new article. Without `publishAt` a draft stays scheduled as it is. Throws `date.past.error`
 * for another time that is over, or far away.
 */
export function publicationOf(
  { published, publishAt }: { readonly published: boolean; readonly publishAt?: string | undefined },
  before: Publication | null,
  now: Date,
): Publication {
  if (published) return { isPublished: true, publishedAt: before?.publishedAt ?? now, publishAt: null }
  const known = before?.publishAt ?? null
  if (publishAt === undefined) return { isPublished: false, publishedAt: null, publishAt: known }
  const at = publishAt === '' ? null : new Date(publishAt)
  if (at !== null && at.getTime() !== known?.getTime()) assertAhead(at, now, 'publishAt')
  return { isPublished: false, publishedAt: null, publishAt: at }
}

/** In the transaction that writes `publishAt`. */
export async function setDue(db: Database, id: number, { publishAt }: Pick<Publication, 'publishAt'>): Promise<void> {
  const key = String(id)
  await (publishAt === null ? cancel(db, 'publishNews', key) : schedule(db, { kind: 'publishNews', key, dueAt: publishAt }))
}
