/** Notes at a sign-in, the only time at which a password is known in clear, whether its owner is to choose another one. */
import { eq } from 'drizzle-orm'
import type { PasswordDue } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'

type Account = Pick<typeof users.$inferSelect, 'id' | 'passwordDue'>

/**
 * Returns what is due from now on. A password that staff have set stays theirs. Where none was typed, nobody is asked now and what is noted
 * stays. Call in the transaction of the sign-in.
 */
export async function notePasswordDue(
  db: Database,
  { id, passwordDue }: Account,
  isWeak: boolean | undefined,
): Promise<PasswordDue | null> {
  if (passwordDue === 'setByStaff') return passwordDue
  if (isWeak === undefined) return null
  const due = isWeak ? 'weak' : null
  if (due !== passwordDue) await db.update(users).set({ passwordDue: due }).where(eq(users.id, id))
  return due
}
