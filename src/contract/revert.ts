/**
 * Which changes of a record an administrator can undo: those of a form, of which the trail keeps the earlier values as the form sends them.
 * Server and app ask the same function.
 */
import type { AuditedEntity, AuditEntry } from './audit.ts'
import type { RecordEntity, RecordField } from './recordFields.ts'

/**
 * Left out: files and long texts, of which the trail keeps a description; members, which it keeps by name; addresses, which their owner
 * confirms; consent; and what a release or a published article does not take back by its form.
 */
const revertible: { readonly [E in RecordEntity]: readonly RecordField<E>[] } = {
  product: ['name', 'typeName', 'typeId'],
  firmware: ['versionName', 'language', 'changeLog'],
  user: ['firstname', 'lastname', 'phonePrefix', 'phoneNumber', 'country', 'distributor', 'role', 'isBetaTester'],
  betaGroup: ['name'],
  news: ['title'],
  rallyZone: ['title', 'enabled'],
}

type Revertability = {
  /** The fields that the entry changed. */
  readonly fields: readonly string[]
  /** Those that only a person can change back, in the form. The entry can be undone if there are none. */
  readonly byHand: readonly string[]
}

/** Null for an entry that is no change of a form, or an empty one. */
export function revertability(entity: AuditedEntity, { action, before }: Pick<AuditEntry, 'action' | 'before'>): Revertability | null {
  if (action !== 'update' || entity === 'warrantyCodeBatch') return null
  const known: readonly string[] = revertible[entity]
  const fields = Object.keys(before ?? {})
  return fields.length === 0 ? null : { fields, byHand: fields.filter((field) => !known.includes(field)) }
}
