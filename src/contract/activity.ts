/** What staff changed, an addition that administrators read: the audit trail of all records as one list. */
import * as v from 'valibot'
import { auditedEntities, auditEntry } from './audit.ts'
import { choice } from './crud.ts'
import { tableCalls } from './table.ts'

const activityRow = v.object({
  ...auditEntry.entries,
  entity: v.picklist(auditedEntities),
  recordId: choice.entries.id,
  /** The name of the record, deleted or not; null where it has none, as a batch of codes, or no longer exists. */
  recordName: v.nullable(v.string()),
  isRecordDeleted: v.boolean(),
})
export type ActivityRow = v.InferOutput<typeof activityRow>

/** A search is for people and records by name, or for the records with a number: "#12". */
export const activity = tableCalls('activity', {
  audience: ['ROLE_ADMIN'],
  row: activityRow,
  people: ({ entity, recordId }) => (entity === 'user' ? [recordId] : []),
  sortable: [],
  exported: ['id', 'by', 'action', 'entity', 'recordName', 'changes'],
})
