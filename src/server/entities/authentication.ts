import { and, eq, not } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { verifyPassword } from '../passwords.ts'
import { endFamily, openSession, refreshSession } from '../session.ts'

/** How much of a telephone number the code step shows. */
const shownDigits = 2

export const authentication: HandlersOf<typeof contract.authentication> = {
  async beforeLogin({ body, db }) {
    const user = await checkCredentials(db, body)
    return { displayCodeValidation: user.needsSmsCode, phoneNumber: user.needsSmsCode ? hidePhoneNumber(user) : null }
  },

  async login({ body, userAgent, now, ...context }) {
    const user = await checkCredentials(context.db, body)
    if (user.needsSmsCode) throw new AppError('code.required.error')
    return openSession(context, user, { now, userAgent })
  },

  async refresh({ body, now, ...context }) {
    return refreshSession(context, body.refresh_token, now)
  },

  async logout({ user, db }) {
    await endFamily(db, user.familyId)
    return {}
  },
}

/**
 * Throws `Login.error`, the same and as slow for an unknown user as for a wrong password. What keeps an account out is told only to
 * whoever knows its password.
 */
async function checkCredentials(db: Database, { username, password }: { username: string; password: string }) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  const isFitting = await verifyPassword(user?.passwordHash, password)
  if (user === undefined || !isFitting) throw new AppError('Login.error')
  if (!user.accountValidated) throw new AppError('account.not.validated.error')
  if (user.accountLocked) throw new AppError('account.locked.error')
  return user
}

function hidePhoneNumber({ phonePrefix, phoneNumber }: { phonePrefix: string; phoneNumber: string }): string {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  return `${phonePrefix} ${'•'.repeat(Math.max(0, digits.length - shownDigits))}${digits.slice(-shownDigits)}`
}
