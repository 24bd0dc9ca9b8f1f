import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { dataAnchor } from './dataAnchor.ts'
import { KeepAccountButton } from './KeepAccountButton.tsx'

/** On every screen while the own account waits for its deletion: when, and how to keep it. */
export function DeletionBanner() {
  const { t } = useLingui()
  const { data: profile } = useQuery(ownProfile)
  const isReadOnly = useImpersonation() !== null
  const { deletionAt = null, deletionHasBegun: hasBegun = false } = profile ?? {}
  if (deletionAt === null) return null
  return (
    <aside
      aria-label={t`Deletion of the account`}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-destructive/30 bg-destructive/10 px-4 py-2 text-sm"
    >
      <p className="flex min-w-0 items-start gap-2 text-pretty">
        <UserX aria-hidden className="mt-0.5 size-4 shrink-0 text-destructive" />
        <span>
          {hasBegun ? (
            <Trans>Your account and your data are being deleted.</Trans>
          ) : (
            <Trans>Your account and your data will be deleted on {formatDateTime(deletionAt)}.</Trans>
          )}{' '}
          <Link to="/profile" hash={dataAnchor} className="font-medium underline underline-offset-2">
            <Trans>What is deleted</Trans>
          </Link>
        </span>
      </p>
      {!isReadOnly && !hasBegun && <KeepAccountButton />}
    </aside>
  )
}
