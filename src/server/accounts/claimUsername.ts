/** Every call that gives an account an address does it here. */
import type { Database } from '../db/connect.ts'
import { releaseUsername } from './expiredRegistration.ts'
import { assertNotReserved } from './formerContact.ts'

/**
 * Runs `write`, which sets the address and returns the account's id. Frees the address first if an expired registration holds it. Throws
 * `email.already.exists.error` if the address is reserved for another account; the unique index rejects an address in use. Call inside a
 * transaction.
 */
export async function claimUsername(db: Database, username: string, now: Date, write: () => Promise<number>): Promise<number> {
  await releaseUsername(db, username, now)
  const userId = await write()
  // Check after the write: it may have waited for an account that gave up this address, whose reservation is only visible now.
  await assertNotReserved(db, username, userId, now)
  return userId
}
