/** The personal details that forms send and responses return for every account. */
import * as v from 'valibot'
import { country, optionalText, phoneNumber, phonePrefix, text, username } from './fields.ts'

/** `phone.number.invalid.error` on `phoneNumber`. Leaving out `distributor` clears it. */
export const personForm = { firstname: text(), lastname: text(), username, phoneNumber, phonePrefix, country, distributor: optionalText() }

export const shownPerson = {
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  phonePrefix: v.string(),
  phoneNumber: v.string(),
  country: v.string(),
  distributor: v.nullable(v.string()),
}
