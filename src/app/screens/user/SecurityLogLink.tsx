import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { landing } from '../../session/access.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

const path = '/securityEvent/index'

/** A link to the security log of an account, for those who may read it. */
export function SecurityLogLink({ username }: { username: string }) {
  const role = roleOf(useSession())
  if (landing(path, role) !== null) return null
  return (
    <Button asChild variant="outline" size="sm" className="w-fit">
      <Link to={path} search={{ search: username }}>
        <ShieldCheck aria-hidden />
        <Trans>Security log of this account</Trans>
      </Link>
    </Button>
  )
}
