import { type Column, sql, type SQL } from 'drizzle-orm'
import { index, type PgColumn } from 'drizzle-orm/pg-core'
import { locales } from '../../contract/rules.ts'
import { countryRank } from './countryRank.ts'

type ListColumn =
  | 'id'
  | 'firstnameKey'
  | 'lastnameKey'
  | 'username'
  | 'country'
  | 'role'
  | 'since'
  | 'isBetaTester'
  | 'isNewsletter'
  | 'accountValidated'
  | 'accountLocked'
  | 'subscriptionName'
  | 'subscriptionEnd'
  | 'lastSync'
  | 'searchText'
  | 'phoneDigits'
  | 'isDeleted'

/** Indexes for each sort order and filter of the user list, so that a page is read from the index alone, and one for the search. */
export function userListIndexes(user: Record<ListColumn, PgColumn>) {
  const isThere = sql`not ${user.isDeleted}`
  const ordered = (name: string, key: PgColumn) =>
    index(`users_list_${name}_index`)
      .on(sql`${key} collate "C"`, user.id)
      .where(isThere)
  const rare = (name: string, isSo: SQL) =>
    index(`users_list_${name}_index`)
      .on(user.id)
      .where(sql`${isSo} and ${isThere}`)
  return [
    // Includes the flags that are equal for most users, so that counting those needs no access to the rows.
    index('users_list_id_index').on(user.id, user.isBetaTester, user.accountValidated, user.accountLocked).where(isThere),
    ordered('firstname', user.firstnameKey),
    ordered('lastname', user.lastnameKey),
    ordered('username', user.username),
    ordered('country', user.country),
    // For the order of the countries' names. With the country itself, so that the index alone is read.
    ...locales.map((locale) =>
      index(`users_list_country_${locale}_index`).on(countryRank(user.country, locale), user.id, user.country).where(isThere),
    ),
    index('users_list_role_index').on(user.role, user.id).where(isThere),
    index('users_list_newsletter_index').on(user.isNewsletter, user.id).where(isThere),
    index('users_list_since_index').on(user.since, user.id).where(isThere),
    rare('beta_tester', sql`${user.isBetaTester}`),
    rare('not_validated', sql`not ${user.accountValidated}`),
    rare('locked', sql`${user.accountLocked}`),
    // Includes the end, so that counting the subscriptions that have not ended needs no access to the rows.
    index('users_list_subscription_index')
      .on(user.id, user.subscriptionEnd)
      .where(sql`${user.subscriptionName} is not null and ${user.subscriptionName} <> 'TRIAL' and ${isThere}`),
    index('users_list_last_sync_index').on(user.lastSync, user.id).where(isThere),
    index('users_list_deleted_index')
      .on(user.id)
      .where(sql`${user.isDeleted}`),
    index('users_search_text_index').using('gin', sql`${user.searchText} gin_trgm_ops`),
    index('users_spaced_names_index')
      .using('gin', sql`${user.searchText} gin_trgm_ops`)
      .where(sql`${hasSpacedName(user)} and ${isThere}`),
    index('users_phone_digits_index').using('gin', sql`${user.phoneDigits} gin_trgm_ops`),
  ]
}

/** Whether a name has more than one word. The index above has the same condition, for the words behind the first. */
export function hasSpacedName({ firstnameKey, lastnameKey }: Pick<Record<ListColumn, Column>, 'firstnameKey' | 'lastnameKey'>): SQL {
  return sql`(${firstnameKey} like '% %' or ${lastnameKey} like '% %')`
}
