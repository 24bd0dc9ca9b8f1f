import type { Choice } from '../../../contract/crud.ts'
import type { users } from '../../db/tables.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'firstname' | 'lastname' | 'username'>

/** A user to link to. The first administrator may have no name. */
export function userChoice(person: Person | null): Choice | null {
  return person && { id: person.id, tostring: `${person.firstname} ${person.lastname}`.trim() || person.username }
}
