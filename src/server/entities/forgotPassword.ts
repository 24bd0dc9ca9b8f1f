import { and, eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { passwordMinLengthOf } from '../../contract/passwords.ts'
import { AppError } from '../../errors.ts'
import { assertMayChoose } from '../accounts/assertMayChoose.ts'
import { changePassword } from '../accounts/changePassword.ts'
import { findPasswordToken, usePasswordToken } from '../auth/mailedToken.ts'
import { hashPassword, noPassword } from '../auth/passwords/passwords.ts'
import { requestPasswordLink } from '../auth/requestMail.ts'
import { renewDevice } from '../auth/trustedDevice.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'

export const forgotPassword: HandlersOf<typeof contract.forgotPassword> = {
  async resetPassword({ body, ...call }) {
    await requestPasswordLink(call, body.username)
    return {}
  },

  async checkUpdatePasswordToken({ body, db, now }) {
    const { role } = await findOwner(db, body.token, now)
    return { passwordMinLength: passwordMinLengthOf(role) }
  },

  async updatePasswordFromEmail({ body, address, devices, config, db, now }) {
    // Checked before the slow hash, so that a request without a valid link costs nothing.
    const owner = await findOwner(db, body.token, now)
    await assertMayChoose(owner, body.newPassword, config)
    const passwordHash = await hashPassword(body.newPassword)
    const device = await renewDevice(db, owner.id, devices.secrets)
    await db.transaction(async (transaction) => {
      const used = await usePasswordToken(transaction, body.token, now)
      if (used === undefined) throw new AppError('password.token.invalid.error')
      await validateInvited(transaction, used.userId)
      await changePassword(transaction, { userId: used.userId, passwordHash, address, deviceSecret: device.secret }, now)
    })
    devices.set(device)
    return {}
  },
}

async function findOwner(db: Database, token: string, now: Date) {
  const found = await findPasswordToken(db, token, now)
  const [owner] = found === undefined ? [] : await db.select().from(users).where(eq(users.id, found.userId))
  if (owner === undefined) throw new AppError('password.token.invalid.error')
  return owner
}

/** An account without a password was made for its owner, who shows with a mailed link that the address is theirs. */
async function validateInvited(db: Database, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ accountValidated: true })
    .where(and(eq(users.id, userId), eq(users.passwordHash, noPassword)))
}
