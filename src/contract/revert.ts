/**
 * Which changes of a record an administrator can undo: those of a form, of which the trail keeps the earlier values as the form sends them.
 * Server and app ask the same function.
 */
import type { AuditedEntity, AuditEntry } from './audit.ts'
import type { RecordEntity, RecordField } from './recordFields.ts'

/**
 * Whether the form takes an earlier value back. By hand: files and long texts, of which the trail keeps a description; members, which it keeps by
 * name; addresses, which their owner confirms; consent; and what a release or a published article does not take back by its form.
 */
const [byForm, byHand] = [true, false]
const revertible: { readonly [E in RecordEntity]: Readonly<Record<RecordField<E>, boolean>> } = {
  product: { name: byForm, typeName: byForm, typeId: byForm },
  firmware: {
    versionName: byForm,
    language: byForm,
    changeLog: byForm,
    isBetaTest: byHand,
    isActive: byHand,
    selectedProductIds: byHand,
    selectedBetaGroupIds: byHand,
    file: byHand,
    state: byHand,
    share: byHand,
    plan: byHand,
    isUnconfirmed: byHand,
    requirements: byHand,
    holds: byHand,
    proofException: byHand,
  },
  user: {
    firstname: byForm,
    lastname: byForm,
    phonePrefix: byForm,
    phoneNumber: byForm,
    country: byForm,
    distributor: byForm,
    role: byForm,
    isBetaTester: byForm,
    username: byHand,
    isNewsletter: byHand,
    selectedBetaGroupIds: byHand,
    pendingUsername: byHand,
    pendingPhone: byHand,
    accountValidated: byHand,
    accountLocked: byHand,
    subscriptionName: byHand,
    subscriptionEnd: byHand,
  },
  betaGroup: { name: byForm, selectedFirmwareIds: byHand, nbUsers: byHand },
  news: { title: byForm, content: byHand, published: byHand, publishAt: byHand, thumbnail: byHand },
  rallyZone: { title: byForm, enabled: byForm, zoneFile: byHand },
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
  const known: Readonly<Record<string, boolean>> = revertible[entity]
  const fields = Object.keys(before ?? {})
  return fields.length === 0 ? null : { fields, byHand: fields.filter((field) => known[field] !== byForm) }
}
