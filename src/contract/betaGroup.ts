/** A beta group: the users who may install the beta firmwares assigned to it. */
import * as v from 'valibot'
import { byId, choice, formOfMembers, idsOf, memberChanges, removeCalls, saveCalls, saved, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText, repeated, searchText, text, username } from './fields.ts'
import { always, offersToGroup, unknown } from './effects.ts'
import { pastedAddressesMax } from './pastedAddresses.ts'
import { tableCalls } from './table.ts'

const about = { name: v.string(), nbUsers: v.number(), nbFirmwares: v.number() }

const betaGroupRow = v.object({ id, ...about, isDeleted: v.boolean() })
export type BetaGroupRow = v.InferOutput<typeof betaGroupRow>

/** `users` and `firmwares` hold the first `listRowsMax`, by name and newest first; `getUsers` finds the others. */
const shownBetaGroup = v.object({ ...shownRecord, ...about, firmwares: v.array(choice), users: v.array(choice) })
export type ShownBetaGroup = v.InferOutput<typeof shownBetaGroup>

/** `name.already.exists.error` on `name`. `resource.not.found` for a firmware or user that does not exist. */
const form = { name: text(), selectedFirmwareIds: repeated(idText), selectedUserIds: repeated(idText) }

/** Which accounts pasted addresses belong to. Deleted accounts are not found. */
const foundTesters = v.object({
  /** Customers who can be added. */
  found: v.array(choice),
  /** Testers who are members already. */
  inGroup: v.array(choice),
  /** Accounts of staff, which are not added. */
  staff: v.array(choice),
  notFound: v.array(v.string()),
})
export type FoundTesters = v.InferOutput<typeof foundTesters>

const pasted = {
  audience: backOffice,
  body: 'json',
  maxBytes: 1024 * 1024,
  maxFields: pastedAddressesMax + 10,
  params: byId,
  request: v.strictObject({ addresses: v.pipe(v.array(username), v.minLength(1), v.maxLength(pastedAddressesMax)) }),
} as const

const peopleFound = ({ found, inGroup, staff }: FoundTesters) => idsOf([...found, ...inGroup, ...staff])

const removals = removeCalls('betaGroup', backOffice)

export const betaGroup = {
  ...tableCalls('betaGroup', {
    audience: backOffice,
    row: betaGroupRow,
    sortable: ['name', 'nbUsers', 'nbFirmwares'],
    exported: ['name', 'nbUsers', 'nbFirmwares'],
  }),

  /** The choices in forms, by name. `search`, an addition, finds parts of names: the first `listRowsMax`. */
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
    people: ({ users }: ShownBetaGroup) => idsOf(users),
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
    people: idsOf,
  }),

  ...saveCalls(
    'betaGroup',
    backOffice,
    {
      create: v.strictObject(form),
      update: editForm({ ...form, firmwareChanges: memberChanges, userChanges: memberChanges }),
    },
    { ...formOfMembers, effects: { offer: offersToGroup } },
  ),

  /** Addition: sorts addresses by what `addTesters` would do with them. `record.deleted.error` for a deleted group. */
  findTesters: endpoint({
    ...pasted,
    method: 'POST',
    path: '/betaGroup/{id}/findTesters',
    isReadOnly: true,
    response: foundTesters,
    people: peopleFound,
  }),

  /**
   * Addition: makes the customers with these addresses beta testers and members, all or none of them. Others are left out. Repeated, it adds
   * nobody. `record.deleted.error` for a deleted group.
   */
  addTesters: endpoint({
    ...pasted,
    method: 'POST',
    path: '/betaGroup/{id}/addTesters',
    effects: { offer: unknown },
    response: v.object({ ...saved.entries, nbAdded: v.number() }),
  }),

  /** Nobody is offered a beta firmware by a deleted group. Its members are kept for `restore`. */
  ...removals,
  restore: endpoint({ ...removals.restore, effects: { offer: always } }),
}
