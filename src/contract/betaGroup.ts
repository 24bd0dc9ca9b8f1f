/** A beta group is who may see the beta firmwares that are given to it. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { searchText } from './fields.ts'

export const betaGroup = {
  /** What can be chosen in forms, by name; `search`, an addition, finds parts of names. */
  getAll: endpoint({
    method: 'GET',
    path: '/betaGroup',
    audience: backOffice,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),
}
