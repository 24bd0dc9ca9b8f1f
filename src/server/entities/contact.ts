import { eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { passwordMinLengthOf } from '../../contract/passwords.ts'
import { AppError } from '../../errors.ts'
import { assertMayChoose } from '../accounts/assertMayChoose.ts'
import { changePhone, changeUsername } from '../accounts/changeContact.ts'
import { changePassword } from '../accounts/changePassword.ts'
import { claimUsername } from '../accounts/claimUsername.ts'
import { isFormerContactKept, suspectFrom, takeFormerContact } from '../accounts/formerContact.ts'
import { cancelPendingPhone, checkPhoneCode, sendPhoneCode, takePendingPhone } from '../accounts/pendingPhone.ts'
import {
  cancelPendingUsername,
  findPendingUsername,
  limitUsernameRequests,
  mayMailLink,
  takePendingUsername,
} from '../accounts/pendingUsername.ts'
import { showOwnProfile } from '../accounts/showOwnProfile.ts'
import { removeFactorsSince } from '../auth/factors/ownFactors.ts'
import { findMailedToken, spendMailedToken } from '../auth/mailedToken.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { lockUser } from '../auth/session.ts'
import { renewDevice } from '../auth/trustedDevice.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { storedPhone } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { writeAudit } from '../records/auditTrail.ts'
import { mapUniqueViolations } from '../records/changeRecord.ts'
import { readSnapshot } from '../records/storedFields.ts'
import { userKind } from './user/userRecord.ts'

const invalidLink = () => new AppError('contact.link.invalid.error')
type User = typeof users.$inferSelect

export const contact: HandlersOf<typeof contract.contact> = {
  async confirmUsername({ body, address, db, now }) {
    return mapUniqueViolations(userKind, () =>
      db.transaction(async (transaction) => {
        const used = await spendMailedToken(transaction, 'confirmUsername', body.token, now)
        if (used === undefined) throw invalidLink()
        await changeWithAudit(transaction, used.userId, now, async (user) => {
          const pending = await takePendingUsername(transaction, used, now)
          if (pending === undefined) throw invalidLink()
          await changeUsername(transaction, user, pending.username, { address, actorId: pending.requestedById ?? undefined }, now)
        })
        return { id: used.userId, username: used.address }
      }),
    )
  },

  async resendUsernameLink({ user, address, db, now }) {
    await limitUsernameRequests(db, { userId: user.id, address }, now)
    const pending = await findPendingUsername(db, user.id, now)
    if (pending === undefined) throw new AppError('resource.not.found')
    if (await mayMailLink(db, pending.username, now))
      await queueMessage(db, { template: 'confirmUsername', userId: user.id, address: pending.username }, now)
    return showOwnProfile(db, user.id, now)
  },

  async cancelUsername({ user, db, now }) {
    await db.transaction((transaction) => changeWithAudit(transaction, user.id, now, () => cancelPendingUsername(transaction, user.id)))
    return showOwnProfile(db, user.id, now)
  },

  async sendPhoneCode({ user, db, config, now }) {
    await db.transaction(async (transaction) => {
      await lockUser(transaction, user.id)
      await sendPhoneCode(transaction, config, user.id, now)
    })
    return showOwnProfile(db, user.id, now)
  },

  async confirmPhone({ body, user, address, db, now }) {
    const pending = await checkPhoneCode(db, user.id, body.code, now)
    await db.transaction((transaction) =>
      changeWithAudit(transaction, user.id, now, async (before) => {
        await takePendingPhone(transaction, pending)
        await changePhone(transaction, before, pending, { address }, now)
      }),
    )
    return showOwnProfile(db, user.id, now)
  },

  async cancelPhone({ user, db, now }) {
    await db.transaction((transaction) => changeWithAudit(transaction, user.id, now, () => cancelPendingPhone(transaction, user.id)))
    return showOwnProfile(db, user.id, now)
  },

  async checkRestore({ body, db, now }) {
    const { username, role } = await findRestorable(db, body.token, now)
    return { username, passwordMinLength: passwordMinLengthOf(role) }
  },

  async restore({ body, address, devices, config, db, now }) {
    // Checked before the slow hash, so that a request without a valid link costs nothing.
    const owner = await findRestorable(db, body.token, now)
    await assertMayChoose(owner, body.newPassword, config)
    const passwordHash = await hashPassword(body.newPassword)
    const device = await renewDevice(db, owner.id, devices.secrets)
    const restored = await mapUniqueViolations(userKind, () =>
      db.transaction(async (transaction) => {
        const used = await spendMailedToken(transaction, 'restoreContact', body.token, now)
        const former = used && (await takeFormerContact(transaction, used, now))
        if (former === undefined) throw invalidLink()
        const { userId, username } = former
        await changeWithAudit(transaction, userId, now, async (before) => {
          await removeFactorsSince(transaction, userId, suspectFrom(former))
          await claimUsername(transaction, username, now, async () => {
            await transaction
              .update(users)
              .set({ username, ...storedPhone(former) })
              .where(eq(users.id, userId))
            return userId
          })
          // Informs the address that is being removed: it may belong to a thief, or to someone who did not expect this.
          if (before.username !== username)
            await queueMessage(transaction, { template: 'usernameRestored', userId, address: before.username }, now)
          await changePassword(transaction, { userId, passwordHash, address, deviceSecret: device.secret }, now)
          await writeSecurityEvent(transaction, { kind: 'usernameRestored', userId, address }, now)
        })
        return { id: userId, username }
      }),
    )
    devices.set(device)
    return restored
  },
}

/** The account, with the address that it would have again. */
async function findRestorable(db: Database, token: string, now: Date): Promise<User> {
  const found = await findMailedToken(db, 'restoreContact', token, now)
  if (found === undefined || !(await isFormerContactKept(db, found, now))) throw invalidLink()
  const [user] = await db.select().from(users).where(eq(users.id, found.userId))
  if (user === undefined) throw invalidLink()
  return { ...user, username: found.address }
}

/** Locks the account, changes it and writes what changed to the audit trail. Throws `contact.link.invalid.error` if it is deleted. */
async function changeWithAudit(db: Database, userId: number, now: Date, change: (user: User) => Promise<void>): Promise<void> {
  const user = await lockUser(db, userId)
  if (user === undefined || user.isDeleted) throw invalidLink()
  const before = await readSnapshot(db, userKind, userId)
  await change(user)
  const after = await readSnapshot(db, userKind, userId)
  await writeAudit(db, { entity: 'user', recordId: userId, action: 'update', userId, before, after }, now)
}
