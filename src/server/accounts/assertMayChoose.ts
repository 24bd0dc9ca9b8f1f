/** The check of a password that an account's owner chooses. */
import { AppError } from '../../errors.ts'
import { assertGoodPassword } from '../auth/passwords/findPasswordFault.ts'
import { verifyPassword } from '../auth/passwords/passwords.ts'
import type { Config } from '../config/readConfig.ts'
import type { users } from '../db/tables.ts'

/** Throws what contract/passwords.ts lists, on `newPassword`. */
export async function assertMayChoose(owner: typeof users.$inferSelect, password: string, config: Config): Promise<void> {
  const invalidField = 'newPassword'
  assertGoodPassword({ password, owner }, config, invalidField)
  // The person who set it still knows it.
  if (owner.passwordDue === 'setByStaff' && (await verifyPassword(owner.passwordHash, password)))
    throw new AppError('password.unchanged.error', { invalidField })
}
