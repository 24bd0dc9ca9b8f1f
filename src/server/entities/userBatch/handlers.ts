import { and, count, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { undoHours } from '../../../contract/crud.ts'
import { batchesMax, batchUsersMax } from '../../../contract/rules.ts'
import { isUndoableKind, type UserBatch } from '../../../contract/userBatch.ts'
import { AppError } from '../../../errors.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { violatedConstraint } from '../../db/violatedConstraint.ts'
import { betaGroups, userBatches, userBatchRows, users } from '../../db/tables.ts'
import { dayMs, hourMs } from '../../limits/durations.ts'
import { assertAllExist } from '../../records/assertAllExist.ts'
import { findIds } from '../../records/list.ts'
import { cancel, schedule } from '../../work/dueWork.ts'
import { assertGroup } from '../betaGroup/handlers.ts'
import { judgeJoining } from '../offers/guardOffers.ts'
import { userList } from '../user/userList.ts'
import { mayStart, mayUndo } from './batchRights.ts'
import type { Batch } from './changeOne.ts'
import { endBatch, runPart } from './runBatch.ts'

/** Changed with the call itself, so that a small batch has ended with it. Few enough that the call answers soon. */
const rowsAtStart = 20
const retryAfterSeconds = 30

export const userBatch: HandlersOf<typeof contract.userBatch> = {
  async create({ body: { kind, userIds, list, groupId }, ...call }) {
    const { user, now, address } = call
    if (!mayStart(kind, user.role)) throw new AppError('not.authorized')
    const { id } = await call.runIdempotent(async (db) => {
      await assertMayStartAnother(db, user.id)
      if (groupId !== undefined) await assertGroup(db, groupId)
      const chosen = [...new Set(userIds)]
      await assertAllExist(db, users, chosen)
      const ids = list === undefined ? chosen : await findIds(userList, db, list, batchUsersMax + 1)
      if (ids.length > batchUsersMax) throw new AppError('request.too.large')
      if (groupId !== undefined) await judgeJoining(db, { ...call, by: user }, groupId, ids)
      const batch = await addBatch(db, {
        kind,
        betaGroupId: groupId,
        startedBy: user.id,
        startedAt: now,
        address,
        hasFreshSignIn: user.hasFreshSignIn,
      })
      await db.execute(sql`
        insert into user_batch_rows (batch_id, user_id) select ${batch.id}, chosen from unnest(${sql.param(ids)}::bigint[]) as chosen`)
      return batch
    })
    await runPart(call, id, { rowsMax: rowsAtStart })
    return { id }
  },

  getMine({ db, user, now }) {
    const isRecent = or(eq(userBatches.state, 'running'), gt(userBatches.startedAt, new Date(now.getTime() - dayMs)))
    return showBatches(db, and(eq(userBatches.startedBy, user.id), isRecent), now)
  },

  async get({ params, db, user, now }) {
    const { id } = await findOwn(db, params.id, user.id)
    return single(await showBatches(db, eq(userBatches.id, id), now))
  },

  async stop({ params, db, user, now }) {
    const { id } = await findOwn(db, params.id, user.id)
    await endBatch(db, id, { state: 'stopped', now })
    await cancel(db, 'userBatch', String(id))
    return { id }
  },

  async undo({ params, body: { undoes }, ...call }) {
    const { db, user, now, address } = call
    const undone = await findOwn(db, params.id, user.id)
    if (!mayUndo(undoes, user.role)) throw new AppError('not.authorized')
    if (undone.kind !== undoes) throw new AppError('request.invalid')
    if ((await db.$count(userBatches, eq(userBatches.undoOf, undone.id))) > 0) throw new AppError('already.done.error')
    if (!(await isOpenToUndo(db, undone, now))) throw new AppError('record.deleted.error')
    const { id } = await db
      .transaction(async (transaction) => {
        await assertMayStartAnother(transaction, user.id)
        const { betaGroupId } = undone
        const about = {
          kind: 'undo',
          betaGroupId,
          undoOf: undone.id,
          startedBy: user.id,
          startedAt: now,
          address,
          hasFreshSignIn: user.hasFreshSignIn,
        } as const
        const batch = await addBatch(transaction, about)
        await transaction.execute(sql`
          insert into user_batch_rows (batch_id, user_id)
          select ${batch.id}, user_id from user_batch_rows where batch_id = ${undone.id} and outcome = 'done'`)
        return batch
      })
      .catch((error: unknown) => {
        // Another tab was quicker.
        throw violatedConstraint(error) === 'user_batches_undo_of_key' ? new AppError('already.done.error', { cause: error }) : error
      })
    await runPart(call, id, { rowsMax: rowsAtStart })
    return { id }
  },
}

/** With its work, which any server does. */
async function addBatch(db: Database, values: typeof userBatches.$inferInsert): Promise<{ id: number }> {
  const { id } = single(await db.insert(userBatches).values(values).returning({ id: userBatches.id }))
  await schedule(db, { kind: 'userBatch', key: String(id), dueAt: values.startedAt })
  return { id }
}

async function findOwn(db: Database, id: number, userId: number): Promise<Batch> {
  const [batch] = await db
    .select()
    .from(userBatches)
    .where(and(eq(userBatches.id, id), eq(userBatches.startedBy, userId)))
  if (batch === undefined) throw new AppError('resource.not.found')
  return batch
}

async function assertMayStartAnother(db: Database, userId: number): Promise<void> {
  const running = and(eq(userBatches.startedBy, userId), eq(userBatches.state, 'running'))
  if ((await db.$count(userBatches, running)) >= batchesMax) throw new AppError('too.many.requests.error', { retryAfterSeconds })
}

const leftOutShown = 100
/** As many as may run, and as many again. */
const batchesShown = 10

/** As their starter sees them: newest first, and those that run are always among them. */
async function showBatches(db: Database, where: SQL | undefined, now: Date): Promise<UserBatch[]> {
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
async function isOpenToUndo(db: Database, { id, kind, state, startedAt }: Batch, now: Date): Promise<boolean> {
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
