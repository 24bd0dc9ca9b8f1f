import { eq } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'

/** The caller's row. Throws `resource.not.found` if it has been removed or erased since the call began. */
export async function findOwnAccount(db: Database, id: number): Promise<typeof users.$inferSelect> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  if (row === undefined || row.erasedAt !== null) throw new AppError('resource.not.found')
  return row
}
