/** Changes a password inside the caller's transaction and ends everything that the old password opened or requested. Knows no HTTP. */
import { and, eq } from 'drizzle-orm'
import { voidPasswordTokens } from '../auth/mailedToken.ts'
import { noPassword } from '../auth/passwords/passwords.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { endSessionsOf } from '../auth/session.ts'
import { voidGrants } from '../auth/signInGrant.ts'
import { liftLock } from '../auth/signInLock.ts'
import { voidSmsCode } from '../auth/smsCode.ts'
import { trustOnly } from '../auth/trustedDevice.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { cancelPendingPhone } from './pendingPhone.ts'
import { cancelPendingUsername } from './pendingUsername.ts'

type NewPassword = {
  readonly userId: number
  readonly passwordHash: string
  /** The session family to keep signed in. */
  readonly exceptFamilyId?: string
  /** The network address of the request. */
  readonly address: string
} & (
  | {
      /** The owner chose it: the new secret of their browser, which stays trusted (auth/trustedDevice.ts). */
      readonly deviceSecret: string
    }
  | {
      /** The staff member who chose it. */
      readonly actorId: number
      readonly deviceSecret?: never
    }
)

/** Informs the user by mail, unless this is the account's first password. Lifts a lock caused by wrong guesses, since those were guesses at the old password. */
export async function changePassword(
  db: Database,
  { userId, passwordHash, exceptFamilyId, deviceSecret, ...by }: NewPassword,
  now: Date,
): Promise<void> {
  await endSessionsOf(db, userId, exceptFamilyId === undefined ? {} : { except: exceptFamilyId })
  const isFirst = (await db.$count(users, and(eq(users.id, userId), eq(users.passwordHash, noPassword)))) > 0
  const [user] = await db
    .update(users)
    .set({ passwordHash, passwordDue: deviceSecret === undefined ? 'setByStaff' : null })
    .where(eq(users.id, userId))
    .returning()
  if (user === undefined) return
  await voidGrants(db, userId)
  await voidSmsCode(db, userId)
  await voidPasswordTokens(db, userId)
  await trustOnly(db, { userId, secret: deviceSecret }, now)
  // Someone who knew the old password may have requested these.
  await cancelPendingUsername(db, userId)
  await cancelPendingPhone(db, userId)
  await liftLock(db, user)
  if (!isFirst) await queueMessage(db, { template: 'passwordChanged', userId }, now)
  await writeSecurityEvent(db, { kind: 'passwordChanged', userId, ...by }, now)
}
