import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { writeSecurityEvent } from './securityLog.ts'

type SignInRequest = { readonly db: Database; readonly address: string; readonly now: Date }

/**
 * Runs a step of a sign-in and logs a refusal as a security event. `userId` is undefined for an unknown name; the event is written anyway,
 * so that both cases take the same time.
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
