/** A user as the audit trail and the forms know them, and what changes of an account bring with them. Knows no HTTP. */
import { eq } from 'drizzle-orm'
import type { Choice } from '../contract/crud.ts'
import type { Database } from './db/connect.ts'
import { foldedOrder } from './db/foldText.ts'
import { betaGroups, betaGroupUsers, users } from './db/tables.ts'
import { voidMailedTokens } from './mailedToken.ts'
import { queueMessage } from './messages/queueMessage.ts'
import { onlyRow } from './onlyRow.ts'
import type { RecordKind } from './record.ts'
import { voidSmsCode } from './smsCode.ts'

type User = typeof users.$inferSelect

const kept = [
  'firstname',
  'lastname',
  'username',
  'phonePrefix',
  'phoneNumber',
  'country',
  'distributor',
  'role',
  'isNewsletter',
  'isBetaTester',
  'accountValidated',
  'accountLocked',
  'subscriptionName',
] as const satisfies (keyof User)[]

export const userKind: RecordKind = {
  word: 'user',
  table: users,
  unique: { users_username_key: { code: 'email.already.exists.error', invalidField: 'username' } },
  async snapshot(db, id) {
    const row = onlyRow(await db.select().from(users).where(eq(users.id, id)))
    const groups = await findGroupsOf(db, id)
    return {
      ...Object.fromEntries(kept.map((field) => [field, row[field]])),
      subscriptionEnd: row.subscriptionEnd?.toISOString() ?? null,
      selectedBetaGroupIds: groups.map(({ tostring }) => tostring),
    }
  },
}

/** What their form holds of a person. */
export async function findPerson(db: Database, id: number) {
  const { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor } = users
  const form = { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor }
  const [row] = await db.select(form).from(users).where(eq(users.id, id))
  return row && { ...row, distributor: row.distributor ?? '' }
}

export async function findGroupsOf(db: Database, userId: number): Promise<Choice[]> {
  return db
    .select({ id: betaGroups.id, tostring: betaGroups.name })
    .from(betaGroupUsers)
    .innerJoin(betaGroups, eq(betaGroups.id, betaGroupUsers.betaGroupId))
    .where(eq(betaGroupUsers.userId, userId))
    .orderBy(foldedOrder(betaGroups.name))
}

/** What was sent to where the person no longer is must not open anything, and the old address hears of the new one. */
export async function followContact(db: Database, before: User, after: User, now: Date): Promise<void> {
  const hasNewPhone = before.phoneNumber !== after.phoneNumber || before.phonePrefix !== after.phonePrefix
  if (hasNewPhone) await voidSmsCode(db, after.id)
  if (before.username === after.username) return
  await voidMailedTokens(db, 'resetPassword', after.id)
  await queueMessage(db, { template: 'usernameChanged', userId: after.id, address: before.username }, now)
}
