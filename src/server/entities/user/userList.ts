/** Staff's list of users. It may have a million rows, so each search, sort and filter has an index (db/userListIndexes.ts). */
import { and, count, eq, inArray, like, not, or, type SQL, sql } from 'drizzle-orm'
import { roles } from '../../../contract/rules.ts'
import type { UserRow } from '../../../contract/userStaff.ts'
import { isSubscriber } from '../../accounts/subscription.ts'
import type { Database } from '../../db/connect.ts'
import { countryRank } from '../../db/countryRank.ts'
import { prepareOnce } from '../../db/prepareOnce.ts'
import { accessories, productUpdates, userProducts, users } from '../../db/tables.ts'
import { hasSpacedName } from '../../db/userListIndexes.ts'
import { phonePrefixes, toInternational } from '../../messages/phone.ts'
import { byBytes } from '../../records/foldText.ts'
import type { ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter, valueFilter } from '../../records/listFilters.ts'
import { searchedUser } from '../../accounts/userNames.ts'
import { rightsOnUser } from '../../accounts/userRights.ts'

const countries = phonePrefixes.map(({ country }) => country)

/** With what only files of the list have. */
export type ListedUser = UserRow & Pick<typeof users.$inferSelect, 'role' | 'isNewsletter' | 'since' | 'lastSync'>

export const userList: ListSource<ListedUser> = {
  table: users,
  searched: searchedUser,
  foundIds: (db, typed) => {
    if (!/^\s*\p{L}{2}\s*$/u.test(typed)) return undefined
    const begins = (key: SQL) => sql`${key} like fold_text(${typed.trim()}) || '%'`
    const found = (condition: SQL | undefined) =>
      db
        .select({ id: users.id })
        .from(users)
        .where(and(not(users.isDeleted), condition))
    // The first words of each field by the indexes of the sorts. No phone number has letters.
    return found(begins(byBytes(users.firstnameKey)))
      .union(found(begins(byBytes(users.lastnameKey))))
      .union(found(begins(byBytes(users.username))))
      .union(found(and(hasSpacedName(users), sql`${users.searchText} like '% ' || fold_text(${typed.trim()}) || '%'`)))
      .getSQL()
  },
  hasSerial: (db, serial) => {
    const part = `%${serial
      .replaceAll(/[\s:-]/g, '')
      .toUpperCase()
      .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const owners = db
      .select({ userId: userProducts.userId })
      .from(userProducts)
      .where(and(like(userProducts.serialNumber, part), not(userProducts.isDeleted)))
      .union(
        db
          .select({ userId: accessories.userId })
          .from(accessories)
          .where(and(or(like(accessories.serialNumber, part), like(accessories.coilSerial, part)), not(accessories.isDeleted))),
      )
    return inArray(users.id, owners)
  },
  sorts: (_, locale) => ({
    firstname: sql`${users.firstnameKey} collate "C"`,
    lastname: sql`${users.lastnameKey} collate "C"`,
    username: sql`${users.username} collate "C"`,
    country: countryRank(users.country, locale),
  }),
  filters: () => [
    valueFilter('role', roles, (role) => sql`${users.role} = ${role}`),
    valueFilter('country', countries, (country) => sql`${users.country} collate "C" = ${country}`),
    booleanFilter('isBetaTester', users.isBetaTester),
    booleanFilter('accountValidated', users.accountValidated),
    booleanFilter('accountLocked', users.accountLocked),
    dateFilter('since', users.since),
    valueFilter('subscription', ['active'], () => isSubscriber(sql`now()`)),
    dateFilter('lastSync', users.lastSync),
    booleanFilter('isNewsletter', users.isNewsletter),
  ],
  async find(db, ids, caller) {
    const rows = await rowsQuery(db).execute({ ids })
    return rows.map(({ phonePrefix, ...row }) => {
      const phoneInternational = toInternational({ phonePrefix, phoneNumber: row.phoneNumber })
      return Object.assign(row, { phoneInternational }, rightsOnUser(caller, row))
    })
  },
}

const rowsQuery = prepareOnce((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      firstname: users.firstname,
      lastname: users.lastname,
      username: users.username,
      phonePrefix: users.phonePrefix,
      phoneNumber: users.phoneNumber,
      country: users.country,
      subscriptionName: users.subscriptionName,
      accountLocked: users.accountLocked,
      accountValidated: users.accountValidated,
      isBetaTester: users.isBetaTester,
      isNewsletter: users.isNewsletter,
      since: users.since,
      lastSync: users.lastSync,
      isDeleted: users.isDeleted,
      nbProductUpdates: nbProductUpdates(db),
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::bigint[])`)
    .prepare('user_rows'),
)

function nbProductUpdates(db: Database) {
  const updates = db
    .select({ updates: count() })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .where(eq(userProducts.userId, users.id))
  return sql<number>`(${updates})`.mapWith(Number)
}
