/** Checks user name and password and limits guessing: each try is counted before it is checked, and a correct one is refunded. */
import { and, eq, not } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { checkGuess, waitingDeadline } from '../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../limits/rateLimit.ts'
import { logRefusedSignIn } from './logRefusedSignIn.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { signInLimit } from './signInLock.ts'
import { type DeviceCookies, findTrustedDevice } from './trustedDevice.ts'

/** Wrong passwords and SMS codes allowed per network address (docs/security.md, 3). */
export const wrongGuesses: RateLimit = { name: 'wrong guesses', max: 20, windowMs: minuteMs }

type SignInRequest = { readonly db: Database; readonly address: string; readonly devices: DeviceCookies; readonly now: Date }

/**
 * Throws `Login.error` for an unknown user and for a wrong password, after the same time; `account.locked.error` or
 * `too.many.requests.error` while no try is allowed; `service.unavailable.error` if too many tries run at once. Other reasons that block an
 * account are only shown to someone who knows its password.
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
    // A try rejected by a lock counts against the network address too, since nobody knows whether it was correct.
    const wrongCodes = ['Login.error', 'account.locked.error'] as const
    const user = await checkGuess(limitGuesses(db, wrongGuesses, address, now), wrongCodes, tryPassword, deadline)
    if (!user.accountValidated) throw new AppError('account.not.validated.error')
    if (user.accountLocked) throw new AppError('account.locked.error')
    return user
  })
}
