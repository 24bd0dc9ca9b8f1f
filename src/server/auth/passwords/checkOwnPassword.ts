/** Asks a signed-in person for the current password before changing what protects the account. */
import { eq } from 'drizzle-orm'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { users } from '../../db/tables.ts'
import { minuteMs } from '../../limits/durations.ts'
import { checkGuess } from '../../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../../limits/rateLimit.ts'
import { verifyPassword } from './passwords.ts'

/** Limits guessing by someone who finds a computer signed in. All forms that ask for the password share it. */
const oldPasswordGuesses: RateLimit = { name: 'old passwords', max: 5, windowMs: 15 * minuteMs }

/** Returns the hash that was checked; compare it again after locking the account. Throws `incorrect.password` on `invalidField`. */
export async function checkOwnPassword(
  db: Database,
  { userId, typed, invalidField }: { userId: number; typed: string; invalidField: string },
  now: Date,
): Promise<string> {
  return checkGuess(limitGuesses(db, oldPasswordGuesses, userId, now), ['incorrect.password'], async () => {
    const { passwordHash } = single(await db.select().from(users).where(eq(users.id, userId)))
    if (!(await verifyPassword(passwordHash, typed))) throw new AppError('incorrect.password', { invalidField })
    return passwordHash
  })
}
