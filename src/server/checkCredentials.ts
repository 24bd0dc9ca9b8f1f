/** Name and password, against guessing: every try is counted before it is checked, and a right one gives back what it took. */
import { and, eq, not } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { type Budget, giveBack, minuteMs, spend } from './budget.ts'
import type { Database } from './db/connect.ts'
import { users } from './db/tables.ts'
import { verifyPassword } from './passwords.ts'
import { countTry, liftLock, uncountTry } from './signInLock.ts'

/** What an address may get wrong: passwords and SMS codes (security page, 3). */
export const wrongGuesses: Budget = { name: 'wrong guesses', max: 20, windowMs: minuteMs }

type Asked = { readonly db: Database; readonly address: string; readonly now: Date }

/**
 * Throws `Login.error`, the same and as slow for an unknown user as for a wrong password; `account.locked.error` and
 * `too.many.requests.error` while nobody may try. What else keeps an account out is told only to whoever knows its password.
 */
export async function checkCredentials({ db, address, now }: Asked, { username, password }: { username: string; password: string }) {
  await spend(db, wrongGuesses, address, now)
  await countTry(db, username, now)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  const isFitting = await verifyPassword(user?.passwordHash, password).catch(async (busy: unknown) => {
    await uncountTry(db, username)
    await giveBack(db, wrongGuesses, address, now)
    throw busy
  })
  if (user === undefined || !isFitting) throw new AppError('Login.error')
  await giveBack(db, wrongGuesses, address, now)
  await liftLock(db, username)
  if (!user.accountValidated) throw new AppError('account.not.validated.error')
  if (user.accountLocked) throw new AppError('account.locked.error')
  return user
}
