/** A user as the audit trail and forms know it. Knows no HTTP. */
import { eq } from 'drizzle-orm'
import type { RecordField } from '../../../contract/recordFields.ts'
import { userStaff } from '../../../contract/userStaff.ts'
import { pendingPhones, pendingUsernames, users } from '../../db/tables.ts'
import { guardAccess } from '../../effects/access.ts'
import type { FormKind } from '../../records/saveForm.ts'
import { namesOf } from '../../records/storedFields.ts'
import { findGroupsOfUser } from '../betaGroup/groupLinks.ts'
import { guardTester } from '../offers/guardOffers.ts'

export const userKind: FormKind<RecordField<'user'>> = {
  entity: 'user',
  table: users,
  unique: { users_username_key: { code: 'email.already.exists.error', invalidField: 'username' } },
  guards: [guardAccess, guardTester],
  form: { request: userStaff.update.request, facts: { username: ['pendingUsername'], phoneNumber: ['pendingPhone'] } },
  fields: {
    firstname: users.firstname,
    lastname: users.lastname,
    username: users.username,
    phonePrefix: users.phonePrefix,
    phoneNumber: users.phoneNumber,
    country: users.country,
    distributor: users.distributor,
    role: users.role,
    isNewsletter: users.isNewsletter,
    isBetaTester: users.isBetaTester,
    accountValidated: users.accountValidated,
    accountLocked: users.accountLocked,
    subscriptionName: users.subscriptionName,
    subscriptionEnd: users.subscriptionEnd,
    selectedBetaGroupIds: { read: async (db, id) => namesOf(await findGroupsOfUser(db, id)) },
    // Requesting a change is audited as well as the change itself.
    pendingUsername: {
      async read(db, id) {
        const [pending] = await db.select().from(pendingUsernames).where(eq(pendingUsernames.userId, id))
        return pending?.username ?? null
      },
    },
    pendingPhone: {
      async read(db, id) {
        const [pending] = await db.select().from(pendingPhones).where(eq(pendingPhones.userId, id))
        return pending ? `${pending.phonePrefix} ${pending.phoneNumber}` : null
      },
    },
  },
}
