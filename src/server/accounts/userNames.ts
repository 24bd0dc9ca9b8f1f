/** How a user is called in lists, links and searches. */
import { sql } from 'drizzle-orm'
import type { Choice } from '../../contract/crud.ts'
import { users } from '../db/tables.ts'
import { type Author, nameOfAuthor } from '../records/auditTrail.ts'
import type { SearchedText } from '../records/foldText.ts'

export const searchedUser: SearchedText = {
  text: users.searchText,
  name: sql`${users.lastnameKey} collate "C"`,
  phone: users.phoneDigits,
}

/** A user as an option: "Ada Field (ada@example.com)". */
export function nameOfUser(person: Author): string {
  const { firstname, lastname, username } = person
  return username === '' ? nameOfAuthor(person) : `${firstname} ${lastname} (${username})`
}

/** A user to link to. */
export function userChoice(person: Author | null): Choice | null {
  return person && { id: person.id, tostring: nameOfAuthor(person) }
}
