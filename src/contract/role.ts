import * as v from 'valibot'
import { backOffice, endpoint } from './endpoint.ts'
import { roles } from './rules.ts'

export const role = {
  /**
   * The roles a user can have. Both parts are the code that section 6 of the specification spells: the app has the names in two languages.
   */
  getAll: endpoint({
    method: 'GET',
    path: '/role',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: v.array(v.object({ id: v.picklist(roles), tostring: v.string() })),
  }),
}
