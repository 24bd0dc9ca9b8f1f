/** What a search for a phone number looks at. Knows no rules of countries. */
import { type Column, type SQL, sql } from 'drizzle-orm'

type PhoneColumns = Readonly<Record<'phoneDigits' | 'phonePrefix' | 'phoneNumber', Column>>

/**
 * The stored forms of a phone number (messages/phone.ts). Rows that an older server wrote have none yet: the database makes plain ones
 * (`phone_forms`, in the migrations). The index of the users has the same expression.
 */
export function phoneSearchText({ phoneDigits, phonePrefix, phoneNumber }: PhoneColumns): SQL {
  return sql`coalesce(${phoneDigits}, phone_forms(${phonePrefix}, ${phoneNumber}))`
}
