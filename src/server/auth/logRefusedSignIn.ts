import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { writeSecurityEvent } from './securityLog.ts'

type SignInRequest = { readonly db: Database; readonly address: string; readonly now: Date }

/**
 * Runs a step of a sign-in; a refusal of it goes into the security log. `userId` is undefined where nobody has the name: written all the
 * same, so that both take as long.
 */
export async function logRefusedSignIn<T>(
  { db, address, now }: SignInRequest,
  userId: number | undefined,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (thrown) {
    const isRefusal = thrown instanceof AppError && thrown.status < 500
    if (isRefusal) await writeSecurityEvent(db, { kind: 'signInRefused', userId, address, reason: thrown.code }, now)
    throw thrown
  }
}
