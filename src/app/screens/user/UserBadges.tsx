import { Trans } from '@lingui/react/macro'
import { FlaskConical, Lock, MailWarning } from 'lucide-react'
import type { UserRow } from '../../../contract/userStaff.ts'
import { Badge } from '../../ui/badge.tsx'

type UserBadgesProps = { user: Pick<UserRow, 'accountLocked' | 'accountValidated' | 'isBetaTester'> }

/** What is unusual about an account: red for blocked, amber for not verified. */
export function UserBadges({ user: { accountLocked, accountValidated, isBetaTester } }: UserBadgesProps) {
  return (
    <>
      {accountLocked && (
        <Badge variant="destructive">
          <Lock aria-hidden />
          <Trans>Blocked</Trans>
        </Badge>
      )}
      {!accountValidated && (
        <Badge variant="warning">
          <MailWarning aria-hidden />
          <Trans>Not verified</Trans>
        </Badge>
      )}
      {isBetaTester && (
        <Badge>
          <FlaskConical aria-hidden />
          <Trans>Beta tester</Trans>
        </Badge>
      )}
    </>
  )
}
