/** A beta group: the users who may install the beta firmwares assigned to it. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { searchText } from './fields.ts'

export const betaGroup = {
  /** The choices in forms, by name. `search`, an addition, finds parts of names. */
  getAll: endpoint({
    method: 'GET',
    path: '/betaGroup',
    audience: backOffice,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),
}
