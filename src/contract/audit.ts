/** The audit trail, an addition: who changed what. Administrators and the back office see it beside each record. */
import * as v from 'valibot'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText, instant } from './fields.ts'

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
  'resetFactors',
  'endSessions',
  'removeNote',
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
  }),
}

export function isFieldsByName(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value)
}
