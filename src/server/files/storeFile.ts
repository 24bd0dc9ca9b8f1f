/** Bytes that are uploaded and the row of table `files` that names them. Knows no entity. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { files } from '../db/tables.ts'
import type { Storage } from './storage.ts'

type NewFile = Pick<typeof files.$inferInsert, 'filename' | 'kind' | 'mediaType'> & { readonly pieces: readonly Uint8Array[] }

/** Inserts the row in the caller's transaction, and gives its id. */
export type NameFile = (db: Database) => Promise<number>

/**
 * Keeps the bytes, before the transaction that names them: a large file takes its time. What no row names in the end, because the save was
 * refused or the file was replaced, is removed later (removeOrphans.ts). That may be these very bytes, uploaded before by somebody else:
 * hence the lock and the second look, after which they stay as long as the row does.
 */
export async function storeFile({ storage, now }: { storage: Storage; now: Date }, file: NewFile): Promise<NameFile> {
  const { pieces, ...about } = file
  const content = await storage.put(pieces)
  return async (db) => {
    const row = { ...content, ...about, createdAt: now }
    const { id } = single(await db.insert(files).values(row).returning({ id: files.id }))
    await lockContent(db, content.sha256)
    if (!(await storage.has(content))) await storage.put(pieces)
    return id
  }
}

/** Until the transaction ends nobody else names or removes these bytes, on any server. */
export async function lockContent(db: Database, sha256: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256}`}, 0))`)
}
