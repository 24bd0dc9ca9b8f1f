import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import { toast } from 'sonner'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'

/** The portal waits after a restore, until an administrator puts it back into service. */
export function RestoredNotice({ restoredFrom }: { restoredFrom: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const date = formatDateTime(restoredFrom)
  const resuming = useMutation({
    mutationFn: () => api.installation.resume(),
    onSuccess() {
      toast.success(t`The portal is back in service`)
      // The button is about to go, and would take the focus with it.
      document.getElementById('screen')?.focus()
    },
    onError: useRefusalToast(),
    onSettled: () => queryClient.invalidateQueries(),
  })

  async function askAndResume() {
    const isSure = await ask({
      title: t`Put the portal back into service?`,
      description: t`Waiting messages are sent, and customers are offered what the backup of ${date} offers. First check that no firmware has been withdrawn since. This is recorded in the security log.`,
      action: t`Put back into service`,
    })
    if (isSure) resuming.mutate()
  }

  return (
    <Alert variant="warning">
      <ArchiveRestore aria-hidden />
      <AlertTitle>
        <Trans>This portal was restored from the backup of {date}</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>No mail is sent and no firmware newly offered until you say so.</Trans>
        </p>
        <AlertActions>
          <Button size="sm" isBusy={resuming.isPending} onClick={() => void askAndResume()}>
            <Trans>Put back into service</Trans>
          </Button>
        </AlertActions>
        {question}
      </AlertDescription>
    </Alert>
  )
}
