import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { toast } from 'sonner'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useImpersonation } from '../../session/impersonation.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const own = queryOf(api.updateMails.getOwn)

/** Switches mails about updates and reminders on and off at once. */
export function UpdateMailsCard() {
  const { t } = useLingui()
  const id = useId()
  const queryClient = useQueryClient()
  const isReadOnly = useImpersonation() !== null
  // Another device, or the link in a mail, may have changed it.
  const wanted = useQuery({ ...own, staleTime: 0 })
  const saving = useMutation({
    mutationFn: (isOn: boolean) => api.updateMails.saveOwn({ body: { isOn } }),
    meta: { showsItsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(own.queryKey, saved)
      toast.success(saved.isOn ? t`You will receive these emails` : t`You will not receive these emails any more`)
    },
  })
  const isChecked = saving.isPending ? saving.variables : wanted.data?.isOn === true
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Emails about updates</Trans>
        </CardTitle>
        <CardDescription>
          <Trans>Emails about your account, your proofs of purchase and withdrawn firmware always reach you.</Trans>
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {wanted.isPending && <Skeleton className="h-6 w-full" />}
        {wanted.isError && !wanted.data && (
          <Failed error={wanted.error} onRetry={() => void wanted.refetch()} isRetrying={wanted.isFetching} />
        )}
        {saving.isError && <FormFailure failure={asAppError(saving.error)} />}
        {wanted.data && (
          <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
            <Checkbox
              id={id}
              checked={isChecked}
              disabled={isReadOnly || saving.isPending}
              onCheckedChange={(isOn) => saving.mutate(isOn === true)}
            />
            <Label htmlFor={id} className="leading-snug!">
              <Trans>Write to me about new firmware for my detectors, and remind me of updates and warranty extensions</Trans>
            </Label>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
