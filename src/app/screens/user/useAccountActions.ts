/** What staff do to an account by one call after a question, where it applies and they have the right. */
import { useLingui } from '@lingui/react/macro'
import { BadgeCheck, Gift, KeyRound, LockOpen, MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Endpoint, mayCall } from '../../../contract/endpoint.ts'
import { validationLinkHours } from '../../../contract/rules.ts'
import { user as calls } from '../../../contract/user.ts'
import { renewalDurations, type ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { useAction } from '../../kit/dialogs/useAction.tsx'
import type { OfferedAction } from '../../kit/pages/RecordActions.tsx'
import { roleOf, useSession } from '../../session/session.ts'

type Action = Omit<OfferedAction, 'run'> & {
  /** The call's endpoint, which says who may make it. */
  readonly call: Endpoint
  /** Whether the action applies to the account. */
  readonly applies: boolean
  readonly title: string
  readonly description: string
  readonly done: string
  readonly send: () => Promise<unknown>
}

export function useAccountActions(user: ShownUser): { actions: readonly OfferedAction[]; question: ReactNode } {
  const role = roleOf(useSession())
  const offered = useActions(user).filter(({ call, applies }) => applies && user.mayEdit && mayCall(call, role))
  const { run, busyWith, question } = useAction<Action>({
    asks: ({ title, description, label }) => ({ title, description, action: label }),
    send: ({ send, done }) => send().then(() => done),
  })
  const actions = offered.map((action) => Object.assign(action, { run: () => run(action), isBusy: busyWith?.key === action.key }))
  return { actions, question }
}

function useActions({ id: userId, tostring: name, username, accountValidated, accountLocked, mayRenew }: ShownUser): Action[] {
  const { t } = useLingui()
  const gifts = {
    '3months': { label: t`Gift 3 months`, title: t`Give ${name} 3 months?` },
    '1year': { label: t`Gift 1 year`, title: t`Give ${name} 1 year?` },
  }
  return [
    {
      key: 'unlock',
      call: calls.unlockAccount,
      applies: accountLocked,
      isNeeded: true,
      icon: LockOpen,
      label: t`Unlock`,
      title: t`Unlock the account of ${name}?`,
      description: t`They will be able to sign in again right away.`,
      done: t`Account unlocked`,
      send: () => api.user.unlockAccount({ body: { userId } }),
    },
    {
      key: 'resendValidation',
      call: calls.resendValidation,
      applies: !accountValidated,
      isNeeded: true,
      icon: MailPlus,
      label: t`Resend validation`,
      title: t`Send ${name} the validation link again?`,
      description: t`It goes to ${username} and works for ${validationLinkHours} hours. Check the address with them first.`,
      done: t`Validation link sent`,
      send: () => api.user.resendValidation({ body: { userId } }),
    },
    {
      key: 'verify',
      call: calls.verifyAccount,
      applies: !accountValidated,
      icon: BadgeCheck,
      label: t`Verify`,
      title: t`Verify the account of ${name}?`,
      description: t`They will be able to sign in without opening the link sent to ${username}. You vouch that this address is theirs.`,
      done: t`Account verified`,
      send: () => api.user.verifyAccount({ body: { userId } }),
    },
    ...renewalDurations.map((duration) => ({
      key: duration,
      call: calls.renewTrial,
      applies: mayRenew,
      icon: Gift,
      label: gifts[duration].label,
      title: gifts[duration].title,
      description: t`A premium subscription to the companion app starts today.`,
      done: t`Subscription gifted`,
      send: () => api.user.renewTrial({ body: { userId, duration } }),
    })),
    {
      key: 'resetPassword',
      call: calls.resetPassword,
      applies: true,
      icon: KeyRound,
      label: t`Reset password`,
      title: t`Reset the password of ${name}?`,
      description: t`A link to choose a new password will be sent to ${username}. The current password keeps working until the link is used.`,
      done: t`Password reset link sent`,
      send: () => api.user.resetPassword({ body: { userId } }),
    },
  ]
}
