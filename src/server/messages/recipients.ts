/** Which accounts are written to without having asked for it. Knows no message. */
import { and, asc, inArray, isNull, not } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'

/** SQL condition on `users`: as `maySignIn` of auth/caller.ts. */
export const canSignIn = () => and(users.accountValidated, not(users.accountLocked), not(users.isDeleted))

/**
 * Those of these accounts that are not erased, and will not be before the transaction ends: so nothing is written for the number of an erased
 * one (personalData/erasePerson.ts).
 */
export async function keepFromErasure(db: Database, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .for('key share')
  return rows.map(({ id }) => id)
}
