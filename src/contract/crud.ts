/** The calls that staff's entities share beside their lists. Knows no entity. */
import * as v from 'valibot'
import { type Audience, type Endpoint, endpoint } from './endpoint.ts'
import { id, idText, instant } from './fields.ts'

/** Not in the specification: how long a deleted record can be brought back. */
export const undoHours = 24

export const byId = v.strictObject({ id: idText })

/**
 * Addition to every form that edits: the `version` that the form was filled from. Where somebody else has saved since, the call is refused
 * with `changed.meanwhile.error`; without it the last one to save wins.
 */
export const version = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)))

/** What every entity that is shown says of itself, beside its own fields. All but id and isDeleted are additions. */
export const shownRecord = {
  id,
  tostring: v.string(),
  isDeleted: v.boolean(),
  version: v.number(),
  /** Until when a deleted one can be brought back; null where it is not deleted or that time is over. */
  restorableUntil: v.nullable(instant),
}

/**
 * Addition to a record that not everybody may change who may make the calls of its kind: what the caller may do with this very one, by the
 * server's own rights.
 */
export const rightsOnRecord = { mayEdit: v.boolean(), mayRemove: v.boolean() }
export type RightsOnRecord = { readonly mayEdit: boolean; readonly mayRemove: boolean }

/** An entity to choose from in another's form or filter (section 3: many entities expose a string called tostring). */
export const choice = v.object({ id, tostring: v.string() })
export type Choice = v.InferOutput<typeof choice>

export const saved = v.object({ id })

type FormSchema = NonNullable<Endpoint['request']>

/** The two calls of an entity's form, where the same people make both; `sent` says how, where a file is among its fields. */
export function saveCalls<const E extends string, Create extends FormSchema, Update extends FormSchema>(
  entity: E,
  audience: Exclude<Audience, 'anyone'>,
  { create, update }: { create: Create; update: Update },
  sent: Pick<Endpoint, 'body' | 'maxBytes'> = { body: 'form' },
) {
  return {
    create: endpoint({ ...sent, method: 'POST', path: `/${entity}`, audience, request: create, response: saved, isIdempotentByKey: true }),
    update: endpoint({ ...sent, method: 'POST', path: `/${entity}/{id}`, audience, params: byId, request: update, response: saved }),
  }
}

/** `remove` keeps the record, marked as deleted; `restore`, an addition, brings it back for a while (`undoHours`). */
export function removeCalls<const E extends string>(entity: E, audience: Exclude<Audience, 'anyone'>) {
  return {
    remove: endpoint({ method: 'DELETE', path: `/${entity}/{id}`, audience, body: 'none', params: byId, response: saved }),
    restore: endpoint({ method: 'POST', path: `/${entity}/{id}/restore`, audience, body: 'none', params: byId, response: saved }),
  }
}
