/** The fields of back-office records by name, as forms, the audit trail and the app's words know them. Types only. */
import type { AuditedEntity } from './audit.ts'
import type { betaGroup } from './betaGroup.ts'
import type { Endpoint, Parts } from './endpoint.ts'
import type { firmware } from './firmware.ts'
import type { news } from './news.ts'
import type { product } from './product.ts'
import type { rallyZone } from './rallyZone.ts'
import type { userStaff } from './userStaff.ts'

/** The entities with an edit form. */
export type RecordEntity = Exclude<AuditedEntity, 'warrantyCodeBatch'>

/** What a form sends besides fields of its record: how it is changed, and passwords, which nothing keeps. */
type NoField = 'version' | `${string}Changes` | 'removeThumbnail' | 'password' | 'sendsPasswordLink'

type FormField<E extends Endpoint> = Exclude<keyof Parts<E>['body'] & string, NoField>

/** The fields of each entity's form, and the facts that the trail keeps besides. */
type FieldsByEntity = {
  readonly product: FormField<typeof product.update>
  readonly firmware: FormField<typeof firmware.update>
  /** Of the users only how many: ten thousand names twice in each entry would help nobody. */
  readonly betaGroup: Exclude<FormField<typeof betaGroup.update>, 'selectedUserIds'> | 'nbUsers'
  readonly news: FormField<typeof news.update>
  readonly rallyZone: FormField<typeof rallyZone.update>
  readonly user:
    | FormField<typeof userStaff.update>
    | 'isNewsletter'
    | 'pendingUsername'
    | 'pendingPhone'
    | 'accountValidated'
    | 'accountLocked'
    | 'subscriptionName'
    | 'subscriptionEnd'
}

export type RecordField<E extends RecordEntity> = FieldsByEntity[E]
