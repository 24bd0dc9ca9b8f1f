import { eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { switchUpdateMails, wantsUpdateMails } from '../accounts/updateMails.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { updateMails as table, users } from '../db/tables.ts'

export const updateMails: HandlersOf<typeof contract.updateMails> = {
  async check({ db, body }) {
    const { locale, switchedOffAt } = await findLinked(db, body.token)
    return { isOn: switchedOffAt === null, locale }
  },

  async switchOff({ db, params, now }) {
    const { userId } = await findLinked(db, params.token)
    await switchUpdateMails(db, userId, false, now)
    return {}
  },

  getOwn: async ({ db, user }) => ({ isOn: await wantsUpdateMails(db, user.id) }),

  async saveOwn({ db, user, body, now }) {
    await switchUpdateMails(db, user.id, body.isOn, now)
    return body
  },
}

async function findLinked(db: Database, token: string) {
  const [found] = await db
    .select({ userId: table.userId, switchedOffAt: table.switchedOffAt, locale: users.locale })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(eq(table.token, token))
  if (found === undefined) throw new AppError('mail.link.invalid.error')
  return found
}
