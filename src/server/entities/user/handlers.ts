import { and, eq, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { AppError } from '../../../errors.ts'
import { assertMayChoose } from '../../accounts/assertMayChoose.ts'
import { changePhone, compareContact } from '../../accounts/changeContact.ts'
import { changePassword } from '../../accounts/changePassword.ts'
import { findOwnAccount } from '../../accounts/findOwnAccount.ts'
import { canSendSms, requestPhone } from '../../accounts/pendingPhone.ts'
import { limitUsernameRequests, mayMailLink, requestUsername } from '../../accounts/pendingUsername.ts'
import { showOwnProfile } from '../../accounts/showOwnProfile.ts'
import { checkOwnPassword } from '../../auth/passwords/checkOwnPassword.ts'
import { hashPassword } from '../../auth/passwords/passwords.ts'
import { lockUser } from '../../auth/session.ts'
import { makeGrant } from '../../auth/signInGrant.ts'
import { needsSmsCode } from '../../auth/smsCode.ts'
import { renewDevice } from '../../auth/trustedDevice.ts'
import type { HandlersOf } from '../../call.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'
import { checkContact, type Phone, phonePrefixes, storedPhone } from '../../messages/phone.ts'
import { writeAudit } from '../../records/auditTrail.ts'
import { readSnapshot } from '../../records/storedFields.ts'
import { userStaff } from './staffHandlers.ts'
import { userSupport } from './supportHandlers.ts'
import { userKind } from './userRecord.ts'

export const user: HandlersOf<typeof contract.user> = {
  ...userStaff,
  ...userSupport,

  getProfile: ({ user: caller, db, now }) => showOwnProfile(db, caller.id, now),

  async reportAppUse({ body: { diskUsage, ...instants }, user: caller, db, now }) {
    const { firstLaunch, lastLaunch, lastSync } = users
    await db
      .update(users)
      .set({
        ...(instants.firstLaunch && { firstLaunch: sql`least(${firstLaunch}, ${notAfter(now, instants.firstLaunch)}::timestamptz)` }),
        ...(instants.lastLaunch && { lastLaunch: sql`greatest(${lastLaunch}, ${notAfter(now, instants.lastLaunch)}::timestamptz)` }),
        ...(instants.lastSync && { lastSync: sql`greatest(${lastSync}, ${notAfter(now, instants.lastSync)}::timestamptz)` }),
        diskUsage: diskUsage ?? users.diskUsage,
      })
      .where(eq(users.id, caller.id))
    return {}
  },

  async updateProfile({ body: { currentPassword = '', ...body }, user: caller, address, config, db, now }) {
    const { id: userId } = caller
    const stored = await findOwnAccount(db, userId)
    checkContact(body, stored)
    const { hasNewUsername, hasNewPhone } = compareContact(stored, body)
    const isProved = hasNewUsername || hasNewPhone
    const provedHash = isProved ? await requirePassword(db, userId, currentPassword, now) : undefined
    if (hasNewUsername) await limitUsernameRequests(db, { userId, address }, now)
    const mayMail = hasNewUsername && (await mayMailLink(db, body.username, now))
    await db.transaction(async (transaction) => {
      const before = await lockUser(transaction, userId)
      if (before === undefined) throw new AppError('resource.not.found')
      if (provedHash !== undefined && provedHash !== before.passwordHash) throw wrongPassword()
      const change = compareContact(before, body)
      // The address or phone was changed elsewhere meanwhile. The form is outdated, and its password check does not cover this change.
      if (change.hasNewUsername !== hasNewUsername || change.hasNewPhone !== hasNewPhone) throw new AppError('changed.meanwhile.error')
      const was = await readSnapshot(transaction, userKind, userId)
      const { username, phonePrefix, phoneNumber, ...values } = body
      const spelling = hasNewPhone ? {} : storedPhone({ phonePrefix, phoneNumber })
      const set = { ...values, ...spelling, distributor: body.distributor || null }
      await transaction.update(users).set(set).where(eq(users.id, userId))
      if (hasNewUsername) await requestUsername(transaction, { userId, username, address, mayMail }, now)
      if (hasNewPhone) await changeOrRequestPhone(transaction, { user: before, phone: { phonePrefix, phoneNumber }, address, config }, now)
      const isWritten = { entity: 'user', recordId: userId, action: 'update', userId } as const
      await writeAudit(transaction, { ...isWritten, before: was, after: await readSnapshot(transaction, userKind, userId) }, now)
    })
    return showOwnProfile(db, userId, now)
  },

  async updateCurrentUserPassword({ body, user: caller, address, grant, devices, config, db, now }) {
    const oldHash = await checkOwnPassword(db, { userId: caller.id, typed: body.oldPassword, invalidField: 'oldPassword' }, now)
    await assertMayChoose(await findOwnAccount(db, caller.id), body.newPassword, config)
    const passwordHash = await hashPassword(body.newPassword)
    const { familyId } = caller
    const device = await renewDevice(db, caller.id, devices.secrets)
    const secret = await db.transaction(async (transaction) => {
      const isUnchanged = and(eq(users.id, caller.id), eq(users.passwordHash, oldHash))
      const [held] = await transaction.select({ id: users.id }).from(users).where(isUnchanged).for('update')
      if (held === undefined) throw new AppError('incorrect.password', { invalidField: 'oldPassword' })
      const chosen = { userId: caller.id, passwordHash, exceptFamilyId: familyId, address, deviceSecret: device.secret }
      await changePassword(transaction, chosen, now)
      return makeGrant(transaction, { userId: caller.id, proof: null, replacesFamilyId: familyId }, now)
    })
    grant.set(secret)
    devices.set(device)
    return {}
  },

  async getPhonePrefixes() {
    return [...phonePrefixes]
  },
}

/** The clock of the phone may be ahead. */
function notAfter(now: Date, reported: string): string {
  return Date.parse(reported) > now.getTime() ? now.toISOString() : reported
}

type User = typeof users.$inferSelect

async function requirePassword(db: Database, userId: number, typed: string, now: Date): Promise<string> {
  if (typed === '') throw new AppError('MandatoryField', { invalidField: 'currentPassword' })
  return checkOwnPassword(db, { userId, typed, invalidField: 'currentPassword' }, now)
}

function wrongPassword(): AppError {
  return new AppError('incorrect.password', { invalidField: 'currentPassword' })
}

/**
 * The new phone waits for its code. If no SMS can be sent, the password alone is enough, unless the account signs in with codes: then
 * nothing would confirm the phone that receives the next code.
 */
async function changeOrRequestPhone(
  db: Database,
  { user: before, phone, address, config }: { user: User; phone: Phone; address: string; config: Config },
  now: Date,
): Promise<void> {
  if (canSendSms(config)) return requestPhone(db, config, before.id, phone, now)
  if (needsSmsCode(before, config)) throw new AppError('phone.unprovable.error', { invalidField: 'phoneNumber' })
  await changePhone(db, before, phone, { address }, now)
}
