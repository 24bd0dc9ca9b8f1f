/** One action on many users at once, an addition: each is changed by the rules of the single call, with a history of its own. */
import * as v from 'valibot'
import { byId, choice, idsOf, saved } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { unknown } from './effects.ts'
import { id, instant, searchText } from './fields.ts'
import { batchUsersMax } from './rules.ts'
import { chosenFilters } from './table.ts'

export const batchKinds = ['unlock', 'addToGroup', 'delete'] as const
export type BatchKind = (typeof batchKinds)[number]
/** Those that can be undone. */
const undoableKinds = ['addToGroup', 'delete'] as const
export type UndoableKind = (typeof undoableKinds)[number]
export function isUndoableKind(kind: string): kind is UndoableKind {
  return undoableKinds.some((undoable) => undoable === kind)
}

export const batchStates = ['running', 'stopped', 'done'] as const

/** Why a user was left out. */
export const leftOutReasons = [
  'notBlocked',
  'alreadyMember',
  'staff',
  'deleted',
  'groupDeleted',
  'ownAccount',
  'notAllowed',
  'needsProof',
  'needsApproval',
  'addressTaken',
  'changedSince',
  'tooLate',
  'failed',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

const shownBatch = v.object({
  id,
  kind: v.picklist([...batchKinds, 'undo']),
  /** Of `undo`: the kind that it undoes. */
  undoes: v.nullable(v.picklist(undoableKinds)),
  group: v.nullable(choice),
  state: v.picklist(batchStates),
  startedAt: instant,
  nbUsers: v.number(),
  nbDone: v.number(),
  nbLeftOut: v.number(),
  /** The first 100 of them, by name. */
  leftOut: v.array(v.object({ ...choice.entries, reason: v.picklist(leftOutReasons) })),
  /** It has ended, has changed somebody and was not undone; a deletion for `undoHours`. */
  mayUndo: v.boolean(),
})
export type UserBatch = v.InferOutput<typeof shownBatch>

const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(batchUsersMax))
/** What a list shows: all users found, on whichever page. */
const foundByList = v.strictObject({ search: searchText(), searchSerial: searchText(), filters: chosenFilters })

const newBatch = v.pipe(
  v.strictObject({ kind: v.picklist(batchKinds), userIds: v.optional(ids), list: v.optional(foundByList), groupId: v.optional(id) }),
  v.description('Either `userIds` or `list`.'),
  v.check(({ userIds, list }) => (userIds === undefined) !== (list === undefined)),
  v.description('`groupId` for `addToGroup`, and only then.'),
  v.check(({ kind, groupId }) => (groupId !== undefined) === (kind === 'addToGroup')),
)

const ofBatch = { audience: backOffice, params: byId, body: 'none' } as const

export const userBatch = {
  /**
   * Starts a batch for `userIds`, or for all users that `list` finds at this moment; `groupId` belongs to `addToGroup`. The first users are
   * changed with this call, the others soon, by any server. `not.authorized` where the single call would be, `request.too.large` beyond
   * `batchUsersMax`, `too.many.requests.error` while `batchesMax` of the caller run, `resource.not.found` or `record.deleted.error` for the
   * group. A deletion wants fresh proof, as the single one does.
   */
  create: endpoint({
    method: 'POST',
    path: '/userBatch',
    audience: backOffice,
    effects: { loss: ({ body }) => body['kind'] === 'delete', offer: unknown },
    body: 'json',
    maxBytes: 512 * 1024,
    maxFields: batchUsersMax + 100,
    request: newBatch,
    response: saved,
    isIdempotentByKey: true,
  }),

  /** The caller's latest, newest first: all that run, and the last five of the last day. */
  getMine: endpoint({
    method: 'GET',
    path: '/userBatch/getMine',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: v.array(shownBatch),
    people: (batches: readonly UserBatch[]) => batches.flatMap(({ leftOut }) => idsOf(leftOut)),
  }),

  /** One of the caller's own; others do not exist for them. */
  get: endpoint({
    ...ofBatch,
    method: 'GET',
    path: '/userBatch/{id}',
    isReadOnly: true,
    response: shownBatch,
    people: ({ leftOut }: UserBatch) => idsOf(leftOut),
  }),

  /** Users who were not reached yet stay as they are. Stopping what has ended changes nothing. */
  stop: endpoint({ ...ofBatch, method: 'POST', path: '/userBatch/{id}/stop', response: saved }),

  /**
   * Starts a batch that takes back what this one did to users whom nobody has changed since. `undoes` is its kind: taking back a deletion wants
   * fresh proof. `already.done.error` if it was undone, `record.deleted.error` if there is nothing to undo, or not any more.
   */
  undo: endpoint({
    method: 'POST',
    path: '/userBatch/{id}/undo',
    audience: backOffice,
    effects: { access: ({ body }) => body['undoes'] === 'delete', offer: unknown },
    body: 'json',
    params: byId,
    request: v.strictObject({ undoes: v.picklist(undoableKinds) }),
    response: saved,
  }),
}
