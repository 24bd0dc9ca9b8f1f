import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import type { Session } from '../../../../contract/session.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Button } from '../../../ui/button.tsx'

/** `name`: of its browser. */
export function EndSession({ session: { id, startedAt }, name }: { session: Session; name: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const ending = useMutation({
    mutationFn: () => api.session.end({ params: { id } }),
    meta: { showsItsErrors: true },
    onError(error) {
      // It has ended already.
      if (asAppError(error).code !== 'resource.not.found') toast.error(errorText(error), { duration: toastErrorMs })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.session.getOwn.queryKey }),
  })
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={ending.isPending}
      onClick={() => ending.mutate()}
      aria-label={t`Sign out ${name}, signed in since ${formatDateTime(startedAt)}`}
    >
      <Trans context="another browser">Sign out</Trans>
    </Button>
  )
}
