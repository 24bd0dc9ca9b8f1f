import { eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import type { HandlersOf } from '../call.ts'
import { users } from '../db/tables.ts'

export const locale: HandlersOf<typeof contract.locale> = {
  async setLocale({ body, user, db }) {
    await db.update(users).set({ locale: body.locale }).where(eq(users.id, user.id))
    return {}
  },
}
