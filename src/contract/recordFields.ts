/** The fields of back-office records by name, as forms, the audit trail and the app's words know them. Types only. */
import type { AuditedEntity } from './audit.ts'
import type { contract } from './contract.ts'
import type { EditFacts } from './editForm.ts'
import type { Parts } from './endpoint.ts'

/** The entities with an edit form. */
export type RecordEntity = Exclude<AuditedEntity, 'warrantyCodeBatch'>

/** What a form sends and the trail does not keep as sent: how a field changes, passwords, confirmations, a group's thousands of users. */
type NotKept = {
  betaGroup: 'selectedUserIds' | 'firmwareChanges' | 'userChanges'
  firmware: 'betaGroupChanges' | 'typedVersion'
  news: 'removeThumbnail'
  user: 'betaGroupChanges' | 'password' | 'sendsPasswordLink'
}

/** The facts that the trail keeps besides. */
type Facts = {
  betaGroup: 'nbUsers'
  firmware: 'state' | 'share' | 'plan' | 'isUnconfirmed' | 'requirements' | 'holds' | 'proofException'
  user: 'isNewsletter' | 'pendingUsername' | 'pendingPhone' | 'accountValidated' | 'accountLocked' | 'subscriptionName' | 'subscriptionEnd'
}

type NamedFor<E, Names> = E extends keyof Names ? Names[E] : never

/** The fields of an entity's form, and such facts. */
export type RecordField<E extends RecordEntity> =
  | Exclude<keyof Parts<(typeof contract)[E]['update']>['body'] & string, keyof EditFacts | NamedFor<E, NotKept>>
  | NamedFor<E, Facts>
