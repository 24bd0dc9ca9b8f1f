import { eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { users } from '../db/tables.ts'

export const user: HandlersOf<typeof contract.user> = {
  async getProfile({ user: caller, db }) {
    const [row] = await db.select().from(users).where(eq(users.id, caller.id))
    if (row === undefined) throw new AppError('resource.not.found')
    return { ...row, freeTrialEndDate: row.freeTrialEndDate?.toISOString() ?? null }
  },
}
