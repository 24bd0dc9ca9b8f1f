/** What a new password brings with it, in the caller's transaction: everything that the old one opened or asked for ends. Knows no HTTP. */
import { eq } from 'drizzle-orm'
import { voidMailedTokens } from '../auth/mailedToken.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { endSessionsOf } from '../auth/session.ts'
import { voidGrants } from '../auth/signInGrant.ts'
import { liftLock } from '../auth/signInLock.ts'
import { voidSmsCode } from '../auth/smsCode.ts'
import { deleteTrustedDevices } from '../auth/trustedDevice.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { cancelPendingPhone } from './pendingPhone.ts'
import { cancelPendingUsername } from './pendingUsername.ts'

type NewPassword = {
  readonly userId: number
  readonly passwordHash: string
  /** The sign-in that goes on. */
  readonly exceptFamilyId?: string
  /** The member of staff who chose it, where it was not the account's owner. */
  readonly actorId?: number
  /** The network address of the request. */
  readonly address: string
}

/** The user is told by mail. A lock by wrong guesses is lifted: they guessed at a password that is no more. */
export async function changePassword(db: Database, { userId, passwordHash, exceptFamilyId, ...by }: NewPassword, now: Date): Promise<void> {
  await endSessionsOf(db, userId, exceptFamilyId === undefined ? {} : { except: exceptFamilyId })
  const [user] = await db.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning()
  if (user === undefined) return
  await voidGrants(db, userId)
  await voidSmsCode(db, userId)
  await voidMailedTokens(db, 'resetPassword', userId)
  await deleteTrustedDevices(db, userId)
  // Whoever knew the old password may have asked for these.
  await cancelPendingUsername(db, userId)
  await cancelPendingPhone(db, userId)
  await liftLock(db, user)
  await queueMessage(db, { template: 'passwordChanged', userId }, now)
  await writeSecurityEvent(db, { kind: 'passwordChanged', userId, ...by }, now)
}
