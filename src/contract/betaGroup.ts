/** A beta group: the users who may install the beta firmwares assigned to it. */
import * as v from 'valibot'
import { byId, choice, formOfMembers, memberChanges, removeCalls, saveCalls, shownRecord, version } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText, repeated, searchText, text } from './fields.ts'
import { always, offersToGroup } from './freshProof.ts'
import { tableCalls } from './table.ts'

const about = { name: v.string(), nbUsers: v.number(), nbFirmwares: v.number() }

const betaGroupRow = v.object({ id, ...about, isDeleted: v.boolean() })
export type BetaGroupRow = v.InferOutput<typeof betaGroupRow>

/** `users` and `firmwares` hold the first `listRowsMax`, by name and newest first; `getUsers` finds the others. */
const shownBetaGroup = v.object({ ...shownRecord, ...about, firmwares: v.array(choice), users: v.array(choice) })
export type ShownBetaGroup = v.InferOutput<typeof shownBetaGroup>

/** `name.already.exists.error` on `name`. `resource.not.found` for a firmware or user that does not exist. */
const form = { name: text(), selectedFirmwareIds: repeated(idText), selectedUserIds: repeated(idText) }

const removals = removeCalls('betaGroup', backOffice)

export const betaGroup = {
  ...tableCalls('betaGroup', { audience: backOffice, row: betaGroupRow, sortable: ['name', 'nbUsers', 'nbFirmwares'] }),

  /** The choices in forms, by name. `search`, an addition, finds parts of names.: the first `listRowsMax`. */
  getAll: endpoint({
    method: 'GET',
    path: '/betaGroup',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),

  get: endpoint({
    method: 'GET',
    path: '/betaGroup/{id}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownBetaGroup,
  }),

  /** Addition: the first `listRowsMax` members, by name. `search` finds parts of names and addresses. */
  getUsers: endpoint({
    method: 'GET',
    path: '/betaGroup/{id}/users',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),

  ...saveCalls(
    'betaGroup',
    backOffice,
    {
      create: v.strictObject(form),
      update: v.strictObject({ ...form, firmwareChanges: memberChanges, userChanges: memberChanges, version }),
    },
    { ...formOfMembers, freshProof: offersToGroup },
  ),

  /** Nobody is offered a beta firmware by a deleted group. Its members are kept for `restore`. */
  ...removals,
  restore: endpoint({ ...removals.restore, freshProof: always }),
}
