import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { locales } from './rules.ts'

export const locale = {
  /** Stores the user's language on the server, for mails. */
  setLocale: endpoint({
    method: 'POST',
    path: '/locale/setLocale',
    audience: everyRole,
    openBefore: 'password',
    body: 'form',
    request: v.strictObject({ locale: v.picklist(locales) }),
    response: v.object({}),
  }),
}
