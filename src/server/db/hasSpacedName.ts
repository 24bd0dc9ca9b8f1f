import { type Column, type SQL, sql } from 'drizzle-orm'

type NameKeys = Readonly<Record<'firstnameKey' | 'lastnameKey', Column>>

/** Whether a name has more than one word. An index of the users has the same condition, for the words behind the first. */
export function hasSpacedName({ firstnameKey, lastnameKey }: NameKeys): SQL {
  return sql`(${firstnameKey} like '% %' or ${lastnameKey} like '% %')`
}
