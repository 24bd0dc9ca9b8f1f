/** Name and password, against guessing: every try is reserved before it is checked, and a right one gives its reservation back. */
import { and, eq, not } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { checkGuess, waitingDeadline } from '../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../limits/rateLimit.ts'
import { logRefusedSignIn } from './logRefusedSignIn.ts'
import { verifyPassword } from './passwords.ts'
import { signInLimit } from './signInLock.ts'
import { type DeviceCookies, findTrustedDevice } from './trustedDevice.ts'

/** What an address may get wrong: passwords and SMS codes (security page, 3). */
export const wrongGuesses: RateLimit = { name: 'wrong guesses', max: 20, windowMs: minuteMs }

type SignInRequest = { readonly db: Database; readonly address: string; readonly devices: DeviceCookies; readonly now: Date }

/**
 * Throws `Login.error`, the same and as slow for an unknown user as for a wrong password; `account.locked.error` and
 * `too.many.requests.error` while nobody may try; `service.unavailable.error` where too many try at once. What else keeps an account out
 * is told only to whoever knows its password.
 */
export async function checkCredentials(request: SignInRequest, { username, password }: { username: string; password: string }) {
  const { db, address, devices, now } = request
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  const deviceHash = await findTrustedDevice(db, found?.id, devices.secrets)

  const matchPassword = async () => {
    const isFitting = await verifyPassword(found?.passwordHash, password)
    if (found === undefined || !isFitting) throw new AppError('Login.error')
    return found
  }
  return logRefusedSignIn(request, found?.id, async () => {
    const deadline = waitingDeadline()
    const limit = signInLimit(db, { username, userId: found?.id, deviceHash, address, now })
    const tryPassword = () => checkGuess(limit, ['Login.error'], matchPassword, deadline)
    // A try that a lock refuses counts against the address too: nobody knows whether it was right.
    const wrongCodes = ['Login.error', 'account.locked.error'] as const
    const user = await checkGuess(limitGuesses(db, wrongGuesses, address, now), wrongCodes, tryPassword, deadline)
    if (!user.accountValidated) throw new AppError('account.not.validated.error')
    if (user.accountLocked) throw new AppError('account.locked.error')
    return user
  })
}
