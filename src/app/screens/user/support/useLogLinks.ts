import { useLingui } from '@lingui/react/macro'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { Activity, ShieldCheck } from 'lucide-react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import type { OfferedAction } from '../../../kit/pages/RecordActions.tsx'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'

/** Links to the lists of what was done to an account and, of staff, by it, for those who may read them. */
export function useLogLinks({ id, username, role }: ShownUser): readonly OfferedAction[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const reader = roleOf(useSession())
  const logLink = linkOptions({ to: '/securityEvent/index', search: { search: username } })
  const activityLink = linkOptions({ to: '/activity/index', search: { filters: { by: String(id) } } })
  const log: OfferedAction = {
    key: 'securityLog',
    label: t`Security log of this account`,
    icon: ShieldCheck,
    link: logLink,
    run: () => void navigate(logLink),
  }
  const activity: OfferedAction = {
    key: 'activity',
    label: t`What they changed`,
    icon: Activity,
    // What the page of a colleague is opened for.
    isNeeded: true,
    link: activityLink,
    run: () => void navigate(activityLink),
  }
  return [
    ...(role !== 'ROLE_CUSTOMER' && landing('/activity/index', reader) === null ? [activity] : []),
    ...(landing('/securityEvent/index', reader) === null ? [log] : []),
  ]
}
