/**
 * Takes out of stored pictures of purchases what their cameras have noted, such as where they were: once each, those from before new ones were
 * stored without it, also in a restored backup. What was decided about them stays.
 */
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, gt, ne, not } from 'drizzle-orm'
import { files } from '../db/tables.ts'
import { withoutNotes } from '../entities/accessory/purchaseProof.ts'
import { keepContent } from '../files/storeFile.ts'
import type { ServerContext } from '../serverContext.ts'

/** Whose turn it is in the sandbox. */
const nobody = 0

type StripContext = Pick<ServerContext, 'db' | 'storage' | 'log'>

export async function stripProofs(context: StripContext, signal: AbortSignal): Promise<void> {
  const isLeft = and(eq(files.kind, 'purchaseProof'), ne(files.mediaType, 'application/pdf'), not(files.isStripped))
  for (let afterId = 0; ;) {
    signal.throwIfAborted()
    const [file] = await context.db
      .select()
      .from(files)
      .where(and(isLeft, gt(files.id, afterId)))
      .orderBy(asc(files.id))
      .limit(1)
    if (file === undefined) return
    afterId = file.id
    await strip(context, file).catch((error: unknown) => {
      context.log.warn(
        { fileId: file.id, err: error },
        'a proof of purchase cannot be opened, and keeps what its camera noted; it is tried again tomorrow',
      )
    })
  }
}

/** The bytes of before go with the hourly tidying. */
async function strip({ db, storage }: StripContext, { id, sha256, mediaType }: typeof files.$inferSelect): Promise<void> {
  const bytes = await buffer(await storage.open(sha256))
  const { image } = await withoutNotes(nobody, () => bytes, mediaType === 'image/png' ? mediaType : 'image/jpeg')
  const pieces = [image]
  const content = await storage.put(pieces)
  await db.transaction(async (transaction) => {
    const isIt = and(eq(files.id, id), eq(files.sha256, sha256))
    await transaction
      .update(files)
      .set({ ...content, isStripped: true })
      .where(isIt)
    await keepContent(transaction, storage, content, pieces)
  })
}
