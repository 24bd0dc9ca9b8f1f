/** What staff's actions on one account share: the right to edit it, its row lock, an entry in its history, an event in the security log. */
import { eq } from 'drizzle-orm'
import type { AuditAction } from '../../../contract/audit.ts'
import { assertMayEdit } from '../../accounts/userRights.ts'
import { type SecurityEvent, writeSecurityEvent } from '../../auth/securityLog.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { users } from '../../db/tables.ts'
import { changeRecord, type RecordCall } from '../../records/changeRecord.ts'
import { userKind } from './userRecord.ts'

export type StaffCall = Omit<RecordCall, 'params'>

/** Throws `resource.not.found`, `record.deleted.error`, or `not.authorized` for a user whom the caller may not edit. */
export function changeUser(
  call: StaffCall,
  id: number,
  action: AuditAction,
  work: (db: Database, user: typeof users.$inferSelect) => Promise<void>,
): Promise<{ id: number }> {
  return changeRecord({ ...call, params: { id } }, userKind, { action }, async (db) => {
    const user = single(await db.select().from(users).where(eq(users.id, id)))
    assertMayEdit(call.user, user, undefined)
    await work(db, user)
  })
}

/** The actor is left out if it is the account's owner. */
export function writeStaffEvent(db: Database, { user, address, now }: StaffCall, event: SecurityEvent): Promise<void> {
  return writeSecurityEvent(db, { ...event, address, ...(user.id !== event.userId && { actorId: user.id }) }, now)
}
