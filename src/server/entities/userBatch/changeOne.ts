/** Does to one user what a batch does to many, by the function of the single action. */
import { and, eq } from 'drizzle-orm'
import type { LeftOutReason } from '../../../contract/userBatch.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { isLockedByGuesses } from '../../auth/signInLock.ts'
import { single } from '../../db/single.ts'
import { sqlStateOf } from '../../db/sqlState.ts'
import { auditEntries, betaGroups, userBatches, userBatchRows, users } from '../../db/tables.ts'
import { versionOf } from '../../records/auditTrail.ts'
import { usersOf } from '../betaGroup/groupLinks.ts'
import { addTesters, findAccounts, standingOf } from '../betaGroup/pastedTesters.ts'
import { guardTester } from '../offers/guardOffers.ts'
import { changeUser, type StaffCall } from '../user/changeUser.ts'
import { unlockUser, userRemovals } from '../user/staffHandlers.ts'

export type Batch = typeof userBatches.$inferSelect
type Row = typeof userBatchRows.$inferSelect
export type Outcome = Pick<Row, 'outcome' | 'reason'>

const skipped: ReadonlySet<LeftOutReason> = new Set(['notBlocked', 'alreadyMember', 'deleted', 'changedSince'])
const reasons: Partial<Record<ErrorCode, LeftOutReason>> = {
  'record.deleted.error': 'deleted',
  'own.account.error': 'ownAccount',
  'not.authorized': 'notAllowed',
  'proof.required.error': 'needsProof',
  'release.approval.error': 'needsApproval',
  'email.already.exists.error': 'addressTaken',
}

/** In a transaction that holds the user's row. What fails for this user leaves nothing behind; failures of the database are thrown. */
export async function changeOne(call: StaffCall, batch: Batch, userId: number): Promise<Outcome> {
  const reason = await call.db.transaction((db) => act({ ...call, db }, batch, userId)).catch((error: unknown) => reasonOf(error, batch))
  if (reason === null) return { outcome: 'done', reason }
  return { outcome: skipped.has(reason) ? 'skipped' : 'refused', reason }
}

function reasonOf(error: unknown, { kind }: Batch): LeftOutReason {
  if (error instanceof AppError) {
    // Of one that nobody has changed since.
    if (kind === 'undo' && error.code === 'record.deleted.error') return 'tooLate'
    return reasons[error.code] ?? 'failed'
  }
  // Values that the database refuses: trying again would not help.
  if (/^2[23]/.test(sqlStateOf(error) ?? '')) return 'failed'
  throw error
}

/** Returns why nothing was done; null if it was. */
async function act(call: StaffCall, batch: Batch, userId: number): Promise<LeftOutReason | null> {
  switch (batch.kind) {
    case 'unlock':
      if (!(await isLocked(call, userId))) return 'notBlocked'
      await unlockUser(call, userId)
      return null
    case 'addToGroup':
      return addToGroup(call, batch, userId)
    case 'delete':
      await userRemovals.remove({ ...call, params: { id: userId } })
      return null
    case 'undo':
      return undo(call, batch, userId)
    default:
      return batch.kind satisfies never
  }
}

async function isLocked({ db, now }: StaffCall, userId: number): Promise<boolean> {
  const { accountLocked, isDeleted } = users
  const rows = db.select({ accountLocked, isDeleted, isGuessed: isLockedByGuesses(db, now) }).from(users)
  const user = single(await rows.where(eq(users.id, userId)))
  // That a deleted one is refused says the single action.
  return user.isDeleted || user.accountLocked || user.isGuessed === true
}

async function addToGroup({ db, user, config, now }: StaffCall, batch: Batch, userId: number): Promise<LeftOutReason | null> {
  const groupId = groupOf(batch)
  const group = single(await db.select({ isDeleted: betaGroups.isDeleted }).from(betaGroups).where(eq(betaGroups.id, groupId)))
  if (group.isDeleted) return 'groupDeleted'
  const [account] = await findAccounts(db, groupId, eq(users.id, userId))
  if (account === undefined) return 'deleted'
  const standing = standingOf(account)
  if (standing !== 'found') return standing === 'inGroup' ? 'alreadyMember' : 'staff'
  const judge = await guardTester(db, { by: user, id: userId, config, now })
  await addTesters(db, [account], { groupId, userId: user.id, now })
  await judge(userId)
  return null
}

async function undo(call: StaffCall, batch: Batch, userId: number): Promise<LeftOutReason | null> {
  const { db } = call
  const isUndone = and(eq(userBatchRows.batchId, batch.undoOf ?? 0), eq(userBatchRows.userId, userId))
  const { auditId } = single(await db.select().from(userBatchRows).where(isUndone))
  if (auditId === null || (await versionOf(db, 'user', userId)) !== auditId) return 'changedSince'
  if (batch.betaGroupId === null) await userRemovals.restore({ ...call, params: { id: userId } })
  else await takeOut(call, { userId, groupId: batch.betaGroupId, auditId })
  return null
}

/** A user who was no tester before is none again. */
async function takeOut(call: StaffCall, { userId, groupId, auditId }: { userId: number; groupId: number; auditId: number }): Promise<void> {
  const { before } = single(await call.db.select().from(auditEntries).where(eq(auditEntries.id, auditId)))
  await changeUser(call, userId, 'update', async (db) => {
    await usersOf(groupId).remove(db, [userId])
    if (before?.['isBetaTester'] === false) await db.update(users).set({ isBetaTester: false }).where(eq(users.id, userId))
  })
}

function groupOf({ id, betaGroupId }: Batch): number {
  if (betaGroupId === null) throw new Error(`The batch ${id} has no group.`)
  return betaGroupId
}
