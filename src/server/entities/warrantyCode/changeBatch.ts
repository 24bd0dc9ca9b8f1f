/** What staff change of a batch: their note, and its recall when its file has leaked. Each with an entry in the audit trail. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { warrantyCodeBatches, warrantyCodes } from '../../db/tables.ts'
import { type Snapshot, writeAudit } from '../../records/auditTrail.ts'

type By = { readonly id: number; readonly userId: number; readonly now: Date }

/** Throws `resource.not.found`. */
export async function setBatchNote(db: Database, { note, ...by }: By & { readonly note: string }): Promise<{ id: number }> {
  return db.transaction(async (transaction) => {
    const before = await lockBatch(transaction, by.id)
    if (before.note === note) return { id: by.id }
    await transaction.update(warrantyCodeBatches).set({ note }).where(eq(warrantyCodeBatches.id, by.id))
    await writeChange(transaction, by, { note: before.note }, { note })
    return { id: by.id }
  })
}

/**
 * Waits for the claims that hold the batch (claimCode.ts); later ones find it recalled. Throws `resource.not.found`, or
 * `changed.meanwhile.error` if it was recalled by somebody else or for another reason.
 */
export async function recallBatch(
  db: Database,
  { reason, ...by }: By & { readonly reason: string },
): Promise<{ id: number; nbVoid: number }> {
  const { id, userId, now } = by
  return db.transaction(async (transaction) => {
    const before = await lockBatch(transaction, id)
    const isRepeated = before.recalledById === userId && before.recallReason === reason
    if (before.recalledAt !== null && !isRepeated) throw new AppError('changed.meanwhile.error')
    // Codes that are not made yet are void too.
    const nbVoid =
      before.nbCode - (await transaction.$count(warrantyCodes, and(eq(warrantyCodes.batchId, id), isNotNull(warrantyCodes.usedAt))))
    if (isRepeated) return { id, nbVoid }
    const recall = { recalledAt: now, recalledById: userId, recallReason: reason }
    await transaction.update(warrantyCodeBatches).set(recall).where(eq(warrantyCodeBatches.id, id))
    await writeChange(transaction, by, { recallReason: null, nbVoid: 0 }, { recallReason: reason, nbVoid })
    return { id, nbVoid }
  })
}

async function lockBatch(db: Database, id: number) {
  const [batch] = await db.select().from(warrantyCodeBatches).where(eq(warrantyCodeBatches.id, id)).for('no key update')
  if (batch === undefined) throw new AppError('resource.not.found')
  return batch
}

function writeChange(db: Database, { id, userId, now }: By, before: Snapshot, after: Snapshot): Promise<void> {
  return writeAudit(db, { entity: 'warrantyCodeBatch', recordId: id, action: 'update', userId, before, after }, now)
}
