import { Trans } from '@lingui/react/macro'
import { BadgeCheck, UserRoundX } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

/** Who has approved a release, where another administrator has to. */
export function Approvals({ release: { state, approvals, approvalsNeeded } }: { release: ShownRelease }) {
  const isMissing = approvalsNeeded > 0 && approvals.length === 0 && (state === 'draft' || state === 'beta')
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
          <Trans>Not approved yet: another administrator has to before it is offered to everyone.</Trans>
        </li>
      )}
    </ul>
  )
}

const line = 'flex items-start gap-2'
