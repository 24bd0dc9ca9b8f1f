/** The audit trail, an addition: who changed what. Administrators and the back office see it beside each record. */
import * as v from 'valibot'
import { byId, saved } from './crud.ts'
import { unknown } from './effects.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText, instant, repeated } from './fields.ts'

/** The entities whose changes are recorded. */
export const auditedEntities = ['product', 'firmware', 'user', 'betaGroup', 'news', 'rallyZone', 'warrantyCodeBatch'] as const
export type AuditedEntity = (typeof auditedEntities)[number]

export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'verify',
  'resendValidation',
  'unlock',
  'renewTrial',
  'resetPassword',
  'changePassword',
  'deleteDetector',
  'restoreDetector',
  'deleteCoil',
  'restoreCoil',
  'correctCoil',
  'approveProof',
  'refuseProof',
  'reopenProof',
  'resetFactors',
  'endSessions',
  'removeNote',
  'requestExport',
  'requestDeletion',
  'cancelDeletion',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Field names to their values. Unchanged fields are left out. */
const fields = v.nullable(v.custom<Readonly<Record<string, unknown>>>(isFieldsByName))

export const auditEntry = v.object({
  id,
  date: instant,
  action: v.picklist(auditActions),
  /** Who made the change; null if it was the server itself. */
  by: v.nullable(v.object({ id, tostring: v.string() })),
  before: fields,
  after: fields,
})
export type AuditEntry = v.InferOutput<typeof auditEntry>

export const audit = {
  /** The latest changes of one record, newest first, `listRowsMax` at most. `not.authorized` for an entity that the caller may not edit. */
  getForRecord: endpoint({
    method: 'GET',
    path: '/audit/{entity}/{id}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: v.strictObject({ entity: v.picklist(auditedEntities), id: idText }),
    response: v.array(auditEntry),
    people: (_answer: unknown, { entity, id: asked }: { entity: AuditedEntity; id: number }) => (entity === 'user' ? [asked] : []),
  }),

  /**
   * Undoes one change of a form: its fields get their earlier values again, by the same rules and with the same fresh proof as the form
   * itself. Fields that were changed since are refused as a form's are (`changed.meanwhile.error`); `keptFields` stay as they are. The undo is
   * an entry like any other. `revert.refused.error` for an entry that contract/revert.ts leaves out, `revert.done.error` where nothing would
   * change.
   */
  revert: endpoint({
    method: 'POST',
    path: '/audit/{id}/revert',
    audience: ['ROLE_ADMIN'],
    effects: { offer: unknown, access: unknown },
    body: 'form',
    params: byId,
    request: v.strictObject({ keptFields: repeated(v.string()) }),
    response: saved,
  }),
}

export function isFieldsByName(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value)
}
