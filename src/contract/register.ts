/**
 * Creates accounts. It reveals no more about existing accounts than section 8 of the specification demands: a taken address is a field
 * error.
 */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { booleanText, newPassword } from './fields.ts'
import { personForm } from './person.ts'
import { locales } from './rules.ts'

/** A country (ISO 3166-1 alpha-2) and its calling code: {"country": "FR", "prefix": "+33"}. */
export const phonePrefixAnswer = v.object({ country: v.string(), prefix: v.string() })
export type PhonePrefix = v.InferOutput<typeof phonePrefixAnswer>

export const register = {
  /** Mails the link that validates the account. On `password`: what passwords.ts lists. */
  register: endpoint({
    method: 'POST',
    path: '/register/register',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({
      ...personForm,
      password: newPassword,
      isNewsletter: booleanText,
      /** Addition: the language of the page, for mails. */
      locale: v.optional(v.picklist(locales), 'en'),
    }),
    response: v.object({}),
    isIdempotentByKey: true,
  }),

  getPhonePrefixes: endpoint({
    method: 'GET',
    path: '/register/getPhonePrefixes',
    audience: 'anyone',
    isReadOnly: true,
    body: 'none',
    response: v.array(phonePrefixAnswer),
  }),
}
