/**
 * Does a batch, user by user: each in a transaction of its own that also writes the outcome, so that a killed server leaves nothing half done
 * and several servers do nobody twice.
 */
import { setImmediate } from 'node:timers/promises'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Role } from '../../../contract/rules.ts'
import { maySignIn } from '../../auth/caller.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { userBatches, userBatchRows, users } from '../../db/tables.ts'
import type { Orderer } from '../../effects/evidence.ts'
import { versionOf } from '../../records/auditTrail.ts'
import type { ServerContext } from '../../serverContext.ts'
import { writeMembersAdded } from '../betaGroup/handlers.ts'
import { mayStart, mayUndo } from './batchRights.ts'
import { type Batch, changeOne } from './changeOne.ts'

type BatchContext = Pick<ServerContext, 'db' | 'clock' | 'config'>

const rowsAtOnce = 50

/** Goes on where it was left. Rejects once `signal` is aborted. */
export async function runBatch(context: BatchContext, id: number, signal: AbortSignal): Promise<void> {
  let isOver = false
  while (!isOver) isOver = await runPart(context, id, { rowsMax: rowsAtOnce, signal })
}

/** Does the next rows of a batch. Returns whether it has ended. */
export async function runPart(
  context: BatchContext,
  id: number,
  { rowsMax, signal }: { rowsMax: number; signal?: AbortSignal },
): Promise<boolean> {
  const { db, clock } = context
  const [found] = await db
    .select({ batch: userBatches, starter: users })
    .from(userBatches)
    .innerJoin(users, eq(users.id, userBatches.startedBy))
    .where(eq(userBatches.id, id))
  if (found?.batch.state !== 'running') return true
  const { batch, starter } = found
  // Whose account was taken away meanwhile changes nobody any more.
  if (!maySignIn(starter) || !mayDo(batch, starter.role)) return endBatch(db, id, { state: 'stopped', now: clock() })
  const pending = await db
    .select({ userId: userBatchRows.userId })
    .from(userBatchRows)
    .where(isPending(id))
    .orderBy(asc(userBatchRows.userId))
    .limit(rowsMax)
  for (const { userId } of pending) {
    signal?.throwIfAborted()
    await doRow(context, { batch, userId, actor: { id: starter.id, role: starter.role, hasFreshSignIn: batch.hasFreshSignIn } })
    // The embedded database answers without a turn of the event loop, and others would wait for all of them.
    await setImmediate()
  }
  return pending.length < rowsMax ? endBatch(db, id, { state: 'done', now: clock() }) : false
}

/** Whatever runs already is finished first. Returns whether it has ended, now or before: as `done` only without users left. */
export async function endBatch(opened: Database, id: number, { state, now }: { state: 'stopped' | 'done'; now: Date }): Promise<boolean> {
  return opened.transaction(async (db) => {
    const [batch] = await db.select().from(userBatches).where(eq(userBatches.id, id)).for('update')
    if (batch?.state !== 'running') return true
    if (state === 'done' && (await db.$count(userBatchRows, isPending(id))) > 0) return false
    await db.update(userBatches).set({ state }).where(eq(userBatches.id, id))
    if (batch.betaGroupId !== null) {
      const isDone = and(eq(userBatchRows.batchId, id), eq(userBatchRows.outcome, 'done'))
      const { nbDone } = single(await db.select({ nbDone: count() }).from(userBatchRows).where(isDone))
      const added = batch.kind === 'undo' ? -nbDone : nbDone
      await writeMembersAdded(db, { groupId: batch.betaGroupId, added, userId: batch.startedBy, now })
    }
    return true
  })
}

function mayDo({ kind, betaGroupId }: Batch, role: Role): boolean {
  return kind === 'undo' ? mayUndo(betaGroupId === null ? 'delete' : 'addToGroup', role) : mayStart(kind, role)
}

const isPending = (batchId: number) => and(eq(userBatchRows.batchId, batchId), eq(userBatchRows.outcome, 'pending'))

type RowToDo = { readonly batch: Batch; readonly userId: number; readonly actor: Orderer }

async function doRow({ db: opened, clock, config }: BatchContext, { batch, userId, actor }: RowToDo): Promise<void> {
  await opened.transaction(async (db) => {
    // Who stops the batch waits for this row.
    const [running] = await db.select().from(userBatches).where(eq(userBatches.id, batch.id)).for('share')
    if (running?.state !== 'running') return
    const isRow = and(eq(userBatchRows.batchId, batch.id), eq(userBatchRows.userId, userId))
    const [row] = await db
      .select()
      .from(userBatchRows)
      .where(and(isRow, isPending(batch.id)))
      .for('update', { skipLocked: true })
    // Another server does it, or has done it.
    if (row === undefined) return
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const outcome = await changeOne({ db, user: actor, config, now: clock(), address: batch.address }, batch, userId)
    const auditId = outcome.outcome === 'done' ? await versionOf(db, 'user', userId) : null
    await db
      .update(userBatchRows)
      .set({ ...outcome, auditId })
      .where(isRow)
  })
}
