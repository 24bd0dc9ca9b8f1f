import { Trans, useLingui } from '@lingui/react/macro'
import { MailQuestion } from 'lucide-react'
import { toast } from 'sonner'
import { api } from '../../api/api.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useProfileChange } from './useProfileChange.ts'

/** The new address, until its link is opened. */
export function PendingUsername({ username }: { username: string }) {
  const { t } = useLingui()
  const resending = useProfileChange(api.contact.resendUsernameLink, () => toast.success(t`The link has been sent again`))
  const cancelling = useProfileChange(api.contact.cancelUsername)
  return (
    <Alert variant="warning">
      <MailQuestion aria-hidden />
      <AlertTitle>
        <Trans>Confirm your new email address</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>
            Open the link that we sent to <span className="font-medium wrap-anywhere">{username}</span>. Until then, you sign in and receive
            emails with your current address.
          </Trans>
        </p>
        <AlertActions>
          <Button variant="outline" size="sm" isBusy={resending.isPending} onClick={() => resending.mutate()}>
            <Trans>Send the link again</Trans>
          </Button>
          <Button variant="outline" size="sm" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            <Trans>Keep my current address</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
