import { Trans } from '@lingui/react/macro'
import { MessageSquareMore } from 'lucide-react'
import { api } from '../../api/api.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useProfileChange } from './useProfileChange.ts'

/** The new phone, until its code is entered. */
export function PendingPhone({ phone, onEnterCode }: { phone: string; onEnterCode: () => void }) {
  const cancelling = useProfileChange(api.contact.cancelPhone)
  return (
    <Alert variant="warning">
      <MessageSquareMore aria-hidden />
      <AlertTitle>
        <Trans>Confirm your new phone number</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>
            Enter the code sent to <span className="font-medium whitespace-nowrap">{phone}</span>. Until then, your current number stays in
            use.
          </Trans>
        </p>
        <AlertActions>
          <Button variant="outline" size="sm" onClick={onEnterCode}>
            <Trans>Enter the code</Trans>
          </Button>
          <Button variant="outline" size="sm" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            <Trans>Keep my current number</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
