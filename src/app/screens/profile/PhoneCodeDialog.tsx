import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { toast } from 'sonner'
import { contact } from '../../../contract/contact.ts'
import type { Profile } from '../../../contract/user.ts'
import { api } from '../../api/api.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { useCountdown } from '../../browser/useCountdown.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { Button } from '../../ui/button.tsx'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'
import { useProfileChange } from './useProfileChange.ts'

type PhoneCodeDialogProps = { pending: NonNullable<Profile['pendingPhone']>; onClose: () => void }

/** Asks for the code that was sent to a new phone. */
export function PhoneCodeDialog({ pending, onClose }: PhoneCodeDialogProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: contact.confirmPhone.request,
    defaultValues: { code: '' },
    async send(body) {
      queryClient.setQueryData(ownProfile.queryKey, await api.contact.confirmPhone({ body }))
      toast.success(t`Your phone number has been changed`)
      onClose()
    },
  })
  const phone = `${pending.phonePrefix} ${pending.phoneNumber}`
  return (
    <TitledDialog
      title={<Trans>Confirm your new phone number</Trans>}
      description={
        pending.isCodeSent ? (
          <Trans>
            We sent a code by SMS to <span className="font-medium whitespace-nowrap text-foreground">{phone}</span>.
          </Trans>
        ) : (
          <Trans>
            Request a code by SMS to <span className="font-medium whitespace-nowrap text-foreground">{phone}</span>.
          </Trans>
        )
      }
      onClose={onClose}
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <CodeField control={control} name="code" />
        <SendCode pending={pending} />
        <FormDialogFooter submitLabel={<Trans>Confirm</Trans>} isBusy={isBusy} onCancel={onClose} cancelLabel={<Trans>Later</Trans>} />
      </form>
    </TitledDialog>
  )
}

/** Sends another code, once the server allows it; until then it shows the remaining time. */
function SendCode({ pending: { isCodeSent, resendInSeconds } }: { pending: NonNullable<Profile['pendingPhone']> }) {
  const { t } = useLingui()
  // Counted from the server's response.
  const { dataUpdatedAt } = useQuery(ownProfile)
  const secondsLeft = useCountdown(dataUpdatedAt + resendInSeconds * 1000)
  const sending = useProfileChange(api.contact.sendPhoneCode, () => toast.success(t`A code has been sent`))
  if (secondsLeft > 0)
    return (
      <p className="text-sm text-muted-foreground tabular-nums">
        <Plural
          value={secondsLeft}
          one="No code? You can request another one in # second."
          other="No code? You can request another one in # seconds."
        />
      </p>
    )
  return (
    <Button variant="link" size="inline" className="self-start" isBusy={sending.isPending} onClick={() => sending.mutate()}>
      {!sending.isPending && <RotateCw aria-hidden />}
      {isCodeSent ? <Trans>Send another code</Trans> : <Trans>Send the code</Trans>}
    </Button>
  )
}
