/** The calls that back-office entities share, other than their lists. Knows no entity. */
import * as v from 'valibot'
import { type Audience, type Endpoint, endpoint } from './endpoint.ts'
import { id, idText, instant, jsonText } from './fields.ts'
import { membersMax } from './rules.ts'

/** Not in the specification: how long a deleted record can be restored. */
export const undoHours = 24

export const byId = v.strictObject({ id: idText })

/** The fields that every shown record has besides its own. All but id and isDeleted are additions. */
export const shownRecord = {
  id,
  tostring: v.string(),
  isDeleted: v.boolean(),
  version: v.number(),
  /** Until when a deleted record can be restored; null if it is not deleted or that time is over. */
  restorableUntil: v.nullable(instant),
}

/** Addition to records whose rights differ from row to row: what the caller may do with this one, by the server's rules. */
export const rightsOnRecord = { mayEdit: v.boolean(), mayRemove: v.boolean() }
export type RightsOnRecord = { readonly mayEdit: boolean; readonly mayRemove: boolean }

/** A record as an option in a form or filter (the specification, section 3: many entities expose a string called tostring). */
export const choice = v.object({ id, tostring: v.string() })
export type Choice = v.InferOutput<typeof choice>

export const saved = v.object({ id })

/** Of accounts, for `people` of endpoint.ts. */
export function idsOf(accounts: readonly (Readonly<{ id: number }> | null)[]): number[] {
  return accounts.flatMap((account) => (account === null ? [] : [account.id]))
}

/** The account that was asked for. */
export const ofAsked = (_answer: unknown, { id: asked }: { id: number }): number[] => [asked]

const memberIds = v.pipe(v.array(id), v.maxLength(membersMax))

/**
 * Addition to edit forms with members: what changes instead of all of them, so that nobody's change of other members is undone. With it, the
 * repeated ids of the specification are ignored.
 */
export const memberChanges = v.optional(jsonText(v.strictObject({ addedIds: memberIds, removedIds: memberIds }), 2 * membersMax + 10))
export type MemberChanges = v.InferOutput<typeof memberChanges>

/** The limits of a form that repeats the ids of all its members. */
export const formOfMembers = { body: 'form', maxBytes: 2 * 1024 * 1024, maxFields: 2 * membersMax + 100 } as const

type FormSchema = NonNullable<Endpoint['request']>

/** The two calls of an entity's form, for the same audience. `sent` says how the form travels if it has a file. */
export function saveCalls<const E extends string, Create extends FormSchema, Update extends FormSchema>(
  entity: E,
  audience: Exclude<Audience, 'anyone'>,
  { create, update }: { create: Create; update: Update },
  sent: Pick<Endpoint, 'body' | 'maxBytes' | 'maxTextBytes' | 'maxFields' | 'effects'> = { body: 'form' },
) {
  return {
    create: endpoint({ ...sent, method: 'POST', path: `/${entity}`, audience, request: create, response: saved, isIdempotentByKey: true }),
    update: endpoint({ ...sent, method: 'POST', path: `/${entity}/{id}`, audience, params: byId, request: update, response: saved }),
  }
}

/** `remove` marks the record as deleted; `restore`, an addition, undoes that within `undoHours`. */
export function removeCalls<const E extends string>(entity: E, audience: Exclude<Audience, 'anyone'>) {
  return {
    remove: endpoint({ method: 'DELETE', path: `/${entity}/{id}`, audience, body: 'none', params: byId, response: saved }),
    restore: endpoint({ method: 'POST', path: `/${entity}/{id}/restore`, audience, body: 'none', params: byId, response: saved }),
  }
}
