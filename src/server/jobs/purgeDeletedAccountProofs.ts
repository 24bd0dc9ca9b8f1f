/** Deletes the purchase proofs of accounts that can no longer be restored. The bytes are removed by removeOrphans.ts. */
import { and, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { undoHours } from '../../contract/crud.ts'
import { accessories, auditEntries, files, userProducts, users } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'

export async function purgeDeletedAccountProofs({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const undoneSince = new Date(clock().getTime() - undoHours * hourMs)
  const isOfUser = and(eq(auditEntries.entity, 'user'), eq(auditEntries.recordId, users.id), eq(auditEntries.action, 'delete'))
  const deletedLately = db
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(and(isOfUser, gt(auditEntries.date, undoneSince)))
  const proofsIn = (table: typeof accessories | typeof userProducts) =>
    db
      .select({ id: table.purchaseProofFileId })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .where(and(isNotNull(table.purchaseProofFileId), users.isDeleted, notExists(deletedLately)))
  await db.delete(files).where(inArray(files.id, unionAll(proofsIn(accessories), proofsIn(userProducts))))
}
