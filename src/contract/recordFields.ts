/** The fields of back-office records by name, as forms, the audit trail and the app's words know them. Types only. */
import type { AuditedEntity } from './audit.ts'
import type { contract } from './contract.ts'
import type { Parts } from './endpoint.ts'

/** The entities with an edit form. */
export type RecordEntity = Exclude<AuditedEntity, 'warrantyCodeBatch'>

/** What a form sends besides fields of its record: how it is changed, passwords, which nothing keeps, and a group's thousands of users. */
type NoField = 'version' | `${string}Changes` | 'removeThumbnail' | 'password' | 'sendsPasswordLink' | 'selectedUserIds'

/** The facts that the trail keeps besides. */
type Facts = {
  betaGroup: 'nbUsers'
  user: 'isNewsletter' | 'pendingUsername' | 'pendingPhone' | 'accountValidated' | 'accountLocked' | 'subscriptionName' | 'subscriptionEnd'
}

/** The fields of an entity's form, and such facts. */
export type RecordField<E extends RecordEntity> =
  | Exclude<keyof Parts<(typeof contract)[E]['update']>['body'] & string, NoField>
  | (E extends keyof Facts ? Facts[E] : never)
