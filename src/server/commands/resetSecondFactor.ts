/** The last resort of an operator: an account whose owner has lost all second factors, and no administrator can sign in to reset them. */
import { and, eq, not } from 'drizzle-orm'
import { removeAllFactors } from '../auth/factors/ownFactors.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { endSessionsOf, lockUser } from '../auth/session.ts'
import { voidGrants } from '../auth/signInGrant.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'

/** Signs the account out too, and tells its owner by mail. Throws an error with a sentence for an unknown address and an account without any. */
export async function resetSecondFactor(db: Database, username: string, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ userId: users.id })
      .from(users)
      .where(and(eq(users.username, username), not(users.isDeleted)))
    if (found === undefined) throw new Error(`There is no account with the address ${username}. Nothing was changed.`)
    const { userId } = found
    await lockUser(transaction, userId)
    if (!(await removeAllFactors(transaction, userId))) throw new Error(`${username} has no second factor. Nothing was changed.`)
    await endSessionsOf(transaction, userId)
    await voidGrants(transaction, userId)
    await queueMessage(transaction, { template: 'factorsReset', userId }, now)
    await writeSecurityEvent(transaction, { kind: 'factorsReset', userId }, now)
  })
}
