/** That somebody always looks after the portal. */
import { and, eq, ne, not, notExists, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accountDeletions, users } from '../db/tables.ts'
import { canSignIn } from '../messages/recipients.ts'

/** An arbitrary constant. */
const administratorsLock = 7_308_897

/** Within a transaction: until it ends, no other one that takes this lock makes an administrator less. */
export async function lockAdministrators(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${administratorsLock})`)
}

/** Whether this is an administrator, and no other one can sign in who stays. */
export async function isLastAdministrator(db: Database, userId: number): Promise<boolean> {
  const isAdministrator = and(eq(users.role, 'ROLE_ADMIN'), not(users.isDeleted))
  if ((await db.$count(users, and(eq(users.id, userId), isAdministrator))) === 0) return false
  const leaves = db.select().from(accountDeletions).where(eq(accountDeletions.userId, users.id))
  const stays = and(isAdministrator, ne(users.id, userId), canSignIn(), notExists(leaves))
  return (await db.$count(users, stays)) === 0
}
