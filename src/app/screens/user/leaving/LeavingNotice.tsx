import { Trans } from '@lingui/react/macro'
import { UserX } from 'lucide-react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import type { OfferedAction } from '../../../kit/pages/RecordActions.tsx'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useLeavingActions } from './useLeavingActions.ts'

/** When an account will be deleted for good, and the way back; of a deleted one, the way to delete what is kept of it. */
export function LeavingNotice({ user }: { user: ShownUser }) {
  const { erase, keep, question } = useLeavingActions(user)
  if (user.deletionAt === null && !(user.isDeleted && erase !== null)) return null
  return (
    <Alert variant="warning">
      <UserX aria-hidden />
      <AlertTitle>
        <NoticeText user={user} />
      </AlertTitle>
      <AlertDescription>
        <NoticeButton action={user.deletionAt === null ? erase : keep} />
      </AlertDescription>
      {question}
    </Alert>
  )
}

function NoticeText({ user: { deletionAt, deletionHasBegun } }: { user: ShownUser }) {
  if (deletionAt === null) return <Trans>The data of this deleted account are kept.</Trans>
  if (deletionHasBegun) return <Trans>This account and its data are being deleted for good.</Trans>
  return <Trans>This account and its data will be deleted for good on {formatDateTime(deletionAt)}.</Trans>
}

function NoticeButton({ action }: { action: OfferedAction | null }) {
  if (action === null) return null
  return (
    <Button variant="outline" size="sm" className="mt-1 w-fit" isBusy={action.isBusy === true} onClick={action.run}>
      {action.label}
    </Button>
  )
}
