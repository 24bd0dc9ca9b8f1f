/** Stores uploaded bytes together with the row of `files` that names them. Knows no entity. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { files } from '../db/tables.ts'
import type { Storage, StoredContent } from './storage.ts'

type NewFile = Pick<typeof files.$inferInsert, 'filename' | 'kind' | 'mediaType' | 'isStripped'> & {
  readonly pieces: readonly Uint8Array[]
}

/** Inserts the row in the caller's transaction and returns its id. */
export type InsertFile = (db: Database) => Promise<number>

/**
 * Stores the bytes before the transaction that inserts their row, because writing a large file takes time. If no row refers to them in the
 * end, because the save failed or the file was replaced, jobs/removeOrphans.ts removes them. Another upload may have stored the same bytes;
 * hence the lock and the second check, after which the bytes stay as long as the row does.
 */
export async function storeFile({ storage, now }: { storage: Storage; now: Date }, file: NewFile): Promise<InsertFile> {
  const { pieces, ...about } = file
  const content = await storage.put(pieces)
  return async (db) => {
    const row = { ...content, ...about, createdAt: now }
    const { id } = single(await db.insert(files).values(row).returning({ id: files.id }))
    await keepContent(db, storage, content, pieces)
    return id
  }
}

/** In the transaction of a row that names these bytes, which were put before: they stay as long as the row does. */
export async function keepContent(db: Database, storage: Storage, content: StoredContent, pieces: readonly Uint8Array[]): Promise<void> {
  await lockContent(db, content.sha256)
  if (!(await storage.has(content))) await storage.put(pieces)
}

/** Until the transaction ends, no server adds a row for these bytes or removes them. */
export async function lockContent(db: Database, sha256: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256}`}, 0))`)
}
