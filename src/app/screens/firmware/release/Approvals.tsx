import { Trans } from '@lingui/react/macro'
import { BadgeCheck, UserRoundX } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useSession } from '../../../session/session.ts'

/** Who has approved a release, where another administrator has to. */
export function Approvals({ release: { state, approvals, approvalsNeeded } }: { release: ShownRelease }) {
  const session = useSession()
  // One's own approval does not count for oneself.
  const isMissing = approvalsNeeded > 0 && approvals.every(({ by }) => by.id === session?.id) && (state === 'draft' || state === 'beta')
  if (!isMissing && approvals.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {approvals.map(({ by, date }) => (
        <li key={by.id} className={line}>
          <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          <span className="min-w-0 wrap-anywhere">
            <Trans>
              Approved by {by.tostring} on {formatDateTime(date)}
            </Trans>
          </span>
        </li>
      ))}
      {isMissing && (
        <li className={line}>
          <UserRoundX aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {approvals.length === 0 ? (
            <Trans>Not approved yet: another administrator has to before it is offered to everyone.</Trans>
          ) : (
            <Trans>Your own approval does not count when you offer it: another administrator has to approve it too, or offer it.</Trans>
          )}
        </li>
      )}
    </ul>
  )
}

const line = 'flex items-start gap-2'
