/** The deletion of accounts: asked for, cancelled within days, and then done by a job. What is erased: personalData/erasePerson.ts. */
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Leaving } from '../../contract/leaving.ts'
import { deletionDays } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { isLastAdministrator, lockAdministrators } from '../accounts/administrators.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { findErasedIn, noteErased } from '../backup/scheduled/erasedList.ts'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { accountDeletions, users } from '../db/tables.ts'
import { dayMs } from '../limits/durations.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { erasePerson } from '../personalData/erasePerson.ts'
import type { ServerContext } from '../serverContext.ts'
import { cancel, schedule } from '../work/dueWork.ts'
import type { Asked } from './dataExport.ts'

export async function findDeletion(db: Database, userId: number): Promise<Leaving['deletion']> {
  const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))
  if (row === undefined) return null
  const { requestedAt, dueAt, requestedById, begunAt } = row
  return {
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    isByStaff: requestedById !== null,
    hasBegun: begunAt !== null,
  }
}

/** Within a transaction. Returns false where it was asked for before, and changes nothing then. Throws `last.administrator.error`. */
export async function requestDeletion(db: Database, { userId, actorId, address }: Asked, now: Date): Promise<boolean> {
  await lockAdministrators(db)
  if (await isLastAdministrator(db, userId)) throw new AppError('last.administrator.error')
  const byStaff = actorId === userId ? undefined : actorId
  const dueAt = new Date(now.getTime() + deletionDays * dayMs)
  const row = { userId, requestedById: byStaff ?? null, requestedAt: now, dueAt }
  const added = await db.insert(accountDeletions).values(row).onConflictDoNothing().returning({ userId: accountDeletions.userId })
  if (added.length === 0) return false
  await schedule(db, { kind: 'eraseAccount', key: String(userId), dueAt })
  await queueMessage(db, { template: 'deletionRequested', userId }, now)
  await writeSecurityEvent(db, { kind: 'deletionRequested', userId, actorId: byStaff, address }, now)
  return true
}

/** Within a transaction. Returns false where nobody asked for it, and changes nothing then. Throws `deletion.begun.error`. */
export async function cancelDeletion(db: Database, { userId, actorId, address }: Asked, now: Date): Promise<boolean> {
  const ended = await db
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.begunAt)))
    .returning({ userId: accountDeletions.userId })
  if (ended.length === 0) {
    if ((await findDeletion(db, userId)) !== null) throw new AppError('deletion.begun.error')
    return false
  }
  await cancel(db, 'eraseAccount', String(userId))
  await queueMessage(db, { template: 'deletionCancelled', userId }, now)
  await writeSecurityEvent(db, { kind: 'deletionCancelled', userId, ...(actorId !== userId && { actorId }), address }, now)
  return true
}

/**
 * Within a transaction, as a restored installation is put back into service: a deletion that the backup knows may have been cancelled since. Each
 * gets its days again, and its owner the mail.
 */
export async function renewDeletions(db: Database, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + deletionDays * dayMs)
  const renewed = await db
    .update(accountDeletions)
    .set({ dueAt })
    .where(isNull(accountDeletions.begunAt))
    .returning({ userId: accountDeletions.userId })
  for (const { userId } of renewed) {
    await schedule(db, { kind: 'eraseAccount', key: String(userId), dueAt })
    await queueMessage(db, { template: 'deletionRequested', userId }, now)
  }
}

type ErasingContext = Pick<ServerContext, 'db' | 'config' | 'clock'>

/**
 * Erases an account whose time has come, and does nothing where that was cancelled. In three steps, each of which may be repeated: from the
 * first one on it cannot be cancelled; the list beside the backups names it before its rows are gone, so that no older backup brings it back.
 */
export async function eraseAccount(context: ErasingContext, userId: number): Promise<void> {
  const { db, clock } = context
  const since = await db.transaction((transaction) => begin(transaction, userId, clock()))
  if (since === undefined) return
  const erasedAt = clock()
  // With all before, some of which may be from before there was a place for backups.
  const before = await findErasedIn(async (text) => rowsOf(await db.execute(sql.raw(text))))
  await noteErased(context.config, [...before, { userId, since, erasedAt }])
  await db.transaction(async (transaction) => {
    if ((await erasePerson(transaction, userId, erasedAt)) > 0) await writeSecurityEvent(transaction, { kind: 'accountErased' }, erasedAt)
  })
}

/**
 * Once a day: erases what a restored backup, or a server from before the database refused it, has left of accounts that were erased. Finds
 * nothing otherwise.
 */
export async function eraseAgain({ db, clock, log }: Pick<ServerContext, 'db' | 'clock' | 'log'>, signal: AbortSignal): Promise<void> {
  for (const { userId } of await db.select({ userId: users.id }).from(users).where(isNotNull(users.erasedAt))) {
    signal.throwIfAborted()
    const rows = await db.transaction((transaction) => erasePerson(transaction, userId, clock()))
    if (rows > 0) log.warn({ userId, rows }, 'rows about an erased account were found, and are erased')
  }
}

/**
 * When the account was created; undefined if it stays. Due is what is due by the database's clock, as the work is (work/claims.ts). An
 * administrator who became the last one meanwhile stays, and gets the mail.
 */
async function begin(db: Database, userId: number, now: Date): Promise<Date | undefined> {
  await lockAdministrators(db)
  const isTheirs = eq(accountDeletions.userId, userId)
  const [deletion] = await db
    .select()
    .from(accountDeletions)
    .where(and(isTheirs, lte(accountDeletions.dueAt, sql`now()`)))
    .for('update')
  if (deletion === undefined) return undefined
  // Once the list beside the backups names an account, it goes.
  if (deletion.begunAt === null && (await isLastAdministrator(db, userId))) {
    await db.delete(accountDeletions).where(isTheirs)
    await queueMessage(db, { template: 'deletionCancelled', userId }, now)
    await writeSecurityEvent(db, { kind: 'deletionCancelled', userId }, now)
    return undefined
  }
  await db.update(accountDeletions).set({ begunAt: now }).where(isTheirs)
  const [account] = await db.select({ since: users.since }).from(users).where(eq(users.id, userId))
  return account?.since
}
