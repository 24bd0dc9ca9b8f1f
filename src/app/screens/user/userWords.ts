import { useLingui } from '@lingui/react/macro'
import type { Role } from '../../../contract/rules.ts'

export function useUserWords() {
  const { t } = useLingui()
  const roles: Readonly<Record<Role, string>> = {
    ROLE_ADMIN: t`Administrator`,
    ROLE_MARKETTING: t`Marketing`,
    ROLE_BE: t`Back office`,
    ROLE_CUSTOMER: t`Customer`,
  }
  return {
    title: t`Users`,
    roles,
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
    },
    deleteWords: {
      question: (name: string) => t`Delete user ${name}?`,
      done: t`User deleted`,
      consequence: t`They will no longer be able to sign in, and their email address can be used for a new account. Their detectors and updates are kept.`,
    },
  }
}
