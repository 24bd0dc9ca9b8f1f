/** A user as stored in the audit trail and shown in forms. Knows no HTTP. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { pendingPhones, pendingUsernames, users } from '../../db/tables.ts'
import type { RecordKind } from '../../records/changeRecord.ts'
import { findGroupsOfUser } from '../betaGroup/groupLinks.ts'

type User = typeof users.$inferSelect

const auditedFields = [
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
  entity: 'user',
  table: users,
  unique: { users_username_key: { code: 'email.already.exists.error', invalidField: 'username' } },
  async snapshot(db, id) {
    const row = single(await db.select().from(users).where(eq(users.id, id)))
    const groups = await findGroupsOfUser(db, id)
    return {
      ...Object.fromEntries(auditedFields.map((field) => [field, row[field]])),
      ...(await findPendingContact(db, id)),
      subscriptionEnd: row.subscriptionEnd?.toISOString() ?? null,
      selectedBetaGroupIds: groups.map(({ tostring }) => tostring),
    }
  },
}

/** The fields of a person's form. */
export async function findPerson(db: Database, id: number) {
  const { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor } = users
  const form = { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor }
  const [row] = await db.select(form).from(users).where(eq(users.id, id))
  return row && { ...row, distributor: row.distributor ?? '' }
}

/** The pending address and phone. Requesting a change is audited as well as the change itself. */
async function findPendingContact(db: Database, userId: number) {
  const [username] = await db.select().from(pendingUsernames).where(eq(pendingUsernames.userId, userId))
  const [phone] = await db.select().from(pendingPhones).where(eq(pendingPhones.userId, userId))
  return { pendingUsername: username?.username ?? null, pendingPhone: phone ? `${phone.phonePrefix} ${phone.phoneNumber}` : null }
}
