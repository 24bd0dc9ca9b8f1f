import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import type { Role } from '../../../contract/rules.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { useRefusalWords } from '../../kit/purchase/useRefusalWords.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'
import { useRoleNames } from '../../session/useRoleNames.ts'

/** What the history keeps of a corrected coil. */
type CorrectedField = 'coilSerial' | 'purchaseDate' | 'endWarrantyExtension'
/** What it keeps of a refused proof. */
type RefusedField = 'refusal'

type UserWords = RecordWords<RecordField<'user'> | 'password' | 'sendsPasswordLink' | CorrectedField | RefusedField> & {
  readonly roles: Readonly<Record<Role, string>>
  /** Of `subscriptionName`. */
  readonly subscriptions: Readonly<Record<string, string>>
  readonly values: { readonly subscriptionName: (name: string) => string }
}

export function useUserWords(): UserWords {
  const { t, i18n } = useLingui()
  const roles = useRoleNames()
  const refusals = useRefusalWords()
  const subscriptions: Readonly<Record<string, string>> = { TRIAL: t`Free trial`, PREMIUM: t`Premium` }
  return {
    title: t`Users`,
    roles,
    subscriptions,
    add: t`Add a user`,
    create: t`New user`,
    edit: t`Edit user`,
    added: t`User added`,
    modified: t`User modified`,
    labels: {
      firstname: t`First name`,
      lastname: t`Last name`,
      username: t`Email`,
      pendingUsername: t`New email, not confirmed yet`,
      pendingPhone: t`New phone number, not confirmed yet`,
      phonePrefix: t`Prefix`,
      phoneNumber: t`Phone number`,
      country: t`Country`,
      distributor: t`Distributor`,
      isNewsletter: t`Newsletter`,
      isBetaTester: t`Beta tester`,
      selectedBetaGroupIds: t`Beta groups`,
      role: t`Role`,
      password: t`Password`,
      sendsPasswordLink: t`Send a link to choose a password`,
      accountValidated: t`Verified`,
      accountLocked: t`Blocked`,
      subscriptionName: t`Subscription`,
      subscriptionEnd: t`Subscribed until`,
      coilSerial: t`Serial number`,
      purchaseDate: t`Purchase date`,
      endWarrantyExtension: t`Warranty extended until`,
      refusal: t`Refused because`,
    },
    values: {
      country: (code) => getCountryNames(i18n.locale)[code] ?? code,
      role: (code) => Object.entries(roles).find(([role]) => role === code)?.[1] ?? code,
      subscriptionName: (name) => subscriptions[name] ?? name,
      subscriptionEnd: formatDate,
      purchaseDate: formatDay,
      endWarrantyExtension: formatDay,
      refusal: (code) => Object.entries(refusals).find(([reason]) => reason === code)?.[1] ?? code,
    },
    deleteWords: {
      question: (name: string) => t`Delete user ${name}?`,
      done: t`User deleted`,
      consequence: t`They will no longer be able to sign in, and their email address can be used for a new account. Their detectors and updates are kept.`,
    },
  }
}
