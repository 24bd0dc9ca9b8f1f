/** What is known of a person wherever they have an account: as forms send it and as answers give it. */
import * as v from 'valibot'
import { country, optionalText, phoneNumber, phonePrefix, text, username } from './fields.ts'

/** `phone.number.invalid.error` on `phoneNumber`. Without `distributor` there is none any more. */
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
