import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { changePassword } from '../accounts/changePassword.ts'
import { findMailedToken, useMailedToken } from '../auth/mailedToken.ts'
import { hashPassword } from '../auth/passwords.ts'
import { requestMail } from '../auth/requestMail.ts'
import type { HandlersOf } from '../call.ts'

export const forgotPassword: HandlersOf<typeof contract.forgotPassword> = {
  async resetPassword({ body, ...call }) {
    await requestMail(call, 'resetPassword', body.username)
    return {}
  },

  async checkUpdatePasswordToken({ body, db, now }) {
    const found = await findMailedToken(db, 'resetPassword', body.token, now)
    if (found === undefined) throw new AppError('password.token.invalid.error')
    return {}
  },

  async updatePasswordFromEmail({ body, address, db, now }) {
    // Checked before the slow hash, so that a request without a valid link costs nothing.
    const found = await findMailedToken(db, 'resetPassword', body.token, now)
    if (found === undefined) throw new AppError('password.token.invalid.error')
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction(async (transaction) => {
      const used = await useMailedToken(transaction, 'resetPassword', body.token, now)
      if (used === undefined) throw new AppError('password.token.invalid.error')
      await changePassword(transaction, { userId: used.userId, passwordHash, address }, now)
    })
    return {}
  },
}
