/** The one way for an account to get an address, whatever call it comes by. */
import type { Database } from '../db/connect.ts'
import { releaseUsername } from './expiredRegistration.ts'
import { assertNotReserved } from './formerContact.ts'

/**
 * Runs `write`, which gives an account this address and gives the account's id. An expired registration makes way. Throws
 * `email.already.exists.error` where the address is kept for another account; the unique index refuses one that another account has.
 * Inside a transaction.
 */
export async function claimUsername(db: Database, username: string, now: Date, write: () => Promise<number>): Promise<number> {
  await releaseUsername(db, username, now)
  const userId = await write()
  // After the write: it waited for an account that was just leaving this address, and what that account keeps of it is seen only now.
  await assertNotReserved(db, username, userId, now)
  return userId
}
