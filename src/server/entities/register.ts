import type { contract } from '../../contract/contract.ts'
import { freeTrialDays } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { claimUsername } from '../accounts/claimUsername.ts'
import { assertGoodPassword } from '../auth/passwords/findPasswordFault.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { registrations } from '../auth/requestMail.ts'
import type { HandlersOf } from '../call.ts'
import { users } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import { consume } from '../limits/rateLimit.ts'
import { checkContact, phonePrefixes, storedPhone } from '../messages/phone.ts'
import { queueMessage } from '../messages/queueMessage.ts'

export const register: HandlersOf<typeof contract.register> = {
  async register({ body, db, config, address, now, runIdempotent }) {
    checkContact(body)
    assertGoodPassword({ password: body.password, owner: { ...body, role: 'ROLE_CUSTOMER' } }, config, 'password')
    await consume(db, registrations, address, now)
    const { password, ...about } = body
    const passwordHash = await hashPassword(password)
    const freeTrialEndDate = new Date(now.getTime() + freeTrialDays * 24 * hourMs)
    return runIdempotent(async (transaction) => {
      const userId = await claimUsername(transaction, about.username, now, async () => {
        const [user] = await transaction
          .insert(users)
          .values({ ...about, ...storedPhone(about), passwordHash, since: now, freeTrialEndDate })
          .onConflictDoNothing()
          .returning({ id: users.id })
        if (user === undefined) throw new AppError('email.already.exists.error', { invalidField: 'username' })
        return user.id
      })
      await queueMessage(transaction, { template: 'validateAccount', userId }, now)
      return {}
    })
  },

  async getPhonePrefixes() {
    return [...phonePrefixes]
  },
}
