/** Batches as their starter sees them. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { undoHours } from '../../../contract/crud.ts'
import { isUndoableKind, type UserBatch } from '../../../contract/userBatch.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { betaGroups, userBatches, userBatchRows, users } from '../../db/tables.ts'
import { hourMs } from '../../limits/durations.ts'
import type { Batch } from './changeOne.ts'

const leftOutShown = 100
/** As many as may run, and as many again. */
const batchesShown = 10

/** Newest first; those that run are always among them. */
export async function showBatches(db: Database, where: SQL | undefined, now: Date): Promise<UserBatch[]> {
  const found = await db
    .select({ batch: userBatches, group: { id: betaGroups.id, tostring: betaGroups.name } })
    .from(userBatches)
    .leftJoin(betaGroups, eq(betaGroups.id, userBatches.betaGroupId))
    .where(where)
    .orderBy(sql`${userBatches.state} = 'running' desc, ${userBatches.id} desc`)
    .limit(batchesShown)
  const shown: UserBatch[] = []
  for (const { batch, group } of found.toSorted((one, other) => other.batch.id - one.batch.id)) {
    const { id, kind, state, startedAt, betaGroupId } = batch
    const nb = await countRows(db, id)
    shown.push({
      id,
      kind,
      undoes: kind !== 'undo' ? null : betaGroupId === null ? 'delete' : 'addToGroup',
      group,
      state,
      startedAt: startedAt.toISOString(),
      nbUsers: nb.pending + nb.done + nb.skipped + nb.refused,
      nbDone: nb.done,
      nbLeftOut: nb.skipped + nb.refused,
      leftOut: await findLeftOut(db, id),
      mayUndo: nb.done > 0 && (await isOpenToUndo(db, batch, now)),
    })
  }
  return shown
}

/** Whether a batch has ended, can be undone still, and was not. */
export async function isOpenToUndo(db: Database, { id, kind, state, startedAt }: Batch, now: Date): Promise<boolean> {
  if (!isUndoableKind(kind) || state === 'running') return false
  if (kind === 'delete' && startedAt.getTime() + undoHours * hourMs <= now.getTime()) return false
  return (await db.$count(userBatches, eq(userBatches.undoOf, id))) === 0
}

async function countRows(db: Database, batchId: number) {
  const { outcome } = userBatchRows
  const rows = await db.select({ outcome, rows: count() }).from(userBatchRows).where(eq(userBatchRows.batchId, batchId)).groupBy(outcome)
  const none = { pending: 0, done: 0, skipped: 0, refused: 0 }
  return Object.assign(none, Object.fromEntries(rows.map((row) => [row.outcome, row.rows])))
}

async function findLeftOut(db: Database, batchId: number): Promise<UserBatch['leftOut']> {
  const { reason, outcome } = userBatchRows
  const rows = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username, reason })
    .from(userBatchRows)
    .innerJoin(users, eq(users.id, userBatchRows.userId))
    .where(and(eq(userBatchRows.batchId, batchId), inArray(outcome, ['skipped', 'refused'])))
    .orderBy(users.lastnameKey, users.firstnameKey, users.id)
    .limit(leftOutShown)
  return rows.map((row) => ({ id: row.id, tostring: nameOfUser(row), reason: row.reason ?? 'failed' }))
}
