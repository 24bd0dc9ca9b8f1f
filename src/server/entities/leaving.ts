import type { contract } from '../../contract/contract.ts'
import type { AuditAction } from '../../contract/audit.ts'
import type { Leaving } from '../../contract/leaving.ts'
import { AppError } from '../../errors.ts'
import { assertMayEdit } from '../accounts/userRights.ts'
import { lockUser } from '../auth/session.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import type { users } from '../db/tables.ts'
import { cancelDeletion, findDeletion, requestDeletion } from '../leaving/accountDeletion.ts'
import { type Asked, findExports, requestExport, takeExport } from '../leaving/dataExport.ts'
import { writeAudit } from '../records/auditTrail.ts'
import type { Actor } from '../records/list.ts'

export const leaving: HandlersOf<typeof contract.leaving> = {
  getOwn: ({ db, user, now }) => show(db, user.id, now),
  requestExport: (call) => changeOwn(call, requestExport),
  downloadExport: ({ db, user, address, body, now }) => takeExport(db, body.exportId, { userId: user.id, address }, now),
  requestDeletion: (call) => changeOwn(call, requestDeletion),
  cancelDeletion: (call) => changeOwn(call, cancelDeletion),

  requestExportForUser: (call) =>
    changeForUser(call, 'requestExport', async (db, account) => {
      if (account.isDeleted) throw new AppError('record.deleted.error')
      return requestExport(db, askedBy(call, account.id), call.now)
    }),
  requestDeletionForUser: (call) =>
    changeForUser(call, 'requestDeletion', async (db, { id }) => {
      if (id === call.user.id) throw new AppError('own.account.error')
      return requestDeletion(db, askedBy(call, id), call.now)
    }),
  cancelDeletionForUser: (call) => changeForUser(call, 'cancelDeletion', (db, { id }) => cancelDeletion(db, askedBy(call, id), call.now)),
}

type LeavingCall = { readonly db: Database; readonly user: Actor; readonly address: string; readonly now: Date }
type UserCall = LeavingCall & { readonly params: { readonly id: number } }
type Account = typeof users.$inferSelect

async function show(db: Database, userId: number, now: Date): Promise<Leaving> {
  return { exports: await findExports(db, userId, now), deletion: await findDeletion(db, userId) }
}

function askedBy({ user, address }: LeavingCall, userId: number): Asked {
  return { userId, actorId: user.id, address }
}

async function changeOwn(call: LeavingCall, change: (db: Database, asked: Asked, now: Date) => Promise<boolean>): Promise<Leaving> {
  const { db, user, now } = call
  await db.transaction(async (transaction) => {
    await lockAccount(transaction, user.id)
    await change(transaction, askedBy(call, user.id), now)
  })
  return show(db, user.id, now)
}

/** The user's history says who of staff asked for it, where that changed something. */
async function changeForUser(
  call: UserCall,
  action: AuditAction,
  change: (db: Database, account: Account) => Promise<boolean>,
): Promise<Leaving> {
  const { params, db, user, now } = call
  await db.transaction(async (transaction) => {
    const account = await lockAccount(transaction, params.id)
    assertMayEdit(user, account, undefined)
    if (!(await change(transaction, account))) return
    await writeAudit(transaction, { entity: 'user', recordId: params.id, action, userId: user.id, before: null, after: null }, now)
  })
  return show(db, params.id, now)
}

/** Throws `resource.not.found`, as for one that was erased. */
async function lockAccount(db: Database, id: number): Promise<Account> {
  const account = await lockUser(db, id)
  if (account === undefined) throw new AppError('resource.not.found')
  return account
}
