import { and, eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { changePassword } from '../accounts/changePassword.ts'
import { findPasswordToken, usePasswordToken } from '../auth/mailedToken.ts'
import { hashPassword, noPassword } from '../auth/passwords.ts'
import { requestMail } from '../auth/requestMail.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'

export const forgotPassword: HandlersOf<typeof contract.forgotPassword> = {
  async resetPassword({ body, ...call }) {
    await requestMail(call, 'resetPassword', body.username)
    return {}
  },

  async checkUpdatePasswordToken({ body, db, now }) {
    const found = await findPasswordToken(db, body.token, now)
    if (found === undefined) throw new AppError('password.token.invalid.error')
    return {}
  },

  async updatePasswordFromEmail({ body, address, db, now }) {
    // Checked before the slow hash, so that a request without a valid link costs nothing.
    const found = await findPasswordToken(db, body.token, now)
    if (found === undefined) throw new AppError('password.token.invalid.error')
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction(async (transaction) => {
      const used = await usePasswordToken(transaction, body.token, now)
      if (used === undefined) throw new AppError('password.token.invalid.error')
      await validateInvited(transaction, used.userId)
      await changePassword(transaction, { userId: used.userId, passwordHash, address }, now)
    })
    return {}
  },
}

/** An account without a password was made for its owner, who shows with a mailed link that the address is theirs. */
async function validateInvited(db: Database, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ accountValidated: true })
    .where(and(eq(users.id, userId), eq(users.passwordHash, noPassword)))
}
