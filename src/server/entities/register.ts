import type { contract } from '../../contract/contract.ts'
import { freeTrialDays } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { type Budget, hourMs, spend } from '../budget.ts'
import type { HandlersOf } from '../call.ts'
import { users } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { hashPassword } from '../passwords.ts'
import { checkContact, phonePrefixes } from '../phone.ts'

/** Each may send a mail to a stranger, and each tells whether an address is taken. Enough for a stand at a fair behind one address. */
const registrations: Budget = { name: 'registrations', max: 50, windowMs: hourMs }

export const register: HandlersOf<typeof contract.register> = {
  async register({ body, db, address, now, once }) {
    checkContact(body)
    await spend(db, registrations, address, now)
    const { password, ...about } = body
    const passwordHash = await hashPassword(password)
    const freeTrialEndDate = new Date(now.getTime() + freeTrialDays * 24 * hourMs)
    return once(async (transaction) => {
      const [user] = await transaction
        .insert(users)
        .values({ ...about, passwordHash, since: now, freeTrialEndDate })
        .onConflictDoNothing()
        .returning({ id: users.id })
      if (user === undefined) throw new AppError('email.already.exists.error', { invalidField: 'username' })
      await queueMessage(transaction, { template: 'validateAccount', userId: user.id }, now)
      return {}
    })
  },

  async getPhonePrefixes() {
    return [...phonePrefixes]
  },
}
