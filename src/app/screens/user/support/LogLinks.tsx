import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Activity, ShieldCheck } from 'lucide-react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'

/** Links to the lists of what was done to an account and, of staff, by it, for those who may read them. */
export function LogLinks({ user: { id, username, role } }: { user: ShownUser }) {
  const reader = roleOf(useSession())
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {landing('/securityEvent/index', reader) === null && (
        <Button asChild variant="outline" size="sm">
          <Link to="/securityEvent/index" search={{ search: username }}>
            <ShieldCheck aria-hidden />
            <Trans>Security log of this account</Trans>
          </Link>
        </Button>
      )}
      {role !== 'ROLE_CUSTOMER' && landing('/activity/index', reader) === null && (
        <Button asChild variant="outline" size="sm">
          <Link to="/activity/index" search={{ filters: { by: String(id) } }}>
            <Activity aria-hidden />
            <Trans>What they changed</Trans>
          </Link>
        </Button>
      )}
    </div>
  )
}
