import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { contact } from '../../../contract/contact.ts'
import type { Profile } from '../../../contract/user.ts'
import { api } from '../../api/api.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { ActionDialog } from '../../kit/form/ActionDialog.tsx'
import { useCountdown } from '../../browser/useCountdown.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { ActionButton } from '../../kit/dialogs/ActionButton.tsx'
import { useProfileCall } from './useProfileCall.ts'

type PhoneCodeDialogProps = { pending: NonNullable<Profile['pendingPhone']>; onClose: () => void }

/** Asks for the code that was sent to a new phone. */
export function PhoneCodeDialog({ pending, onClose }: PhoneCodeDialogProps) {
  const { t } = useLingui()
  const change = useProfileCall()
  const phone = (
    <span className="font-medium whitespace-nowrap text-foreground">
      {pending.phonePrefix} {pending.phoneNumber}
    </span>
  )
  return (
    <ActionDialog
      title={t`Confirm your new phone number`}
      description={pending.isCodeSent ? <Trans>We sent a code by SMS to {phone}.</Trans> : <Trans>Request a code by SMS to {phone}.</Trans>}
      schema={contact.confirmPhone.request}
      defaultValues={{ code: '' }}
      action={t`Confirm`}
      cancelLabel={t`Later`}
      send={(body) => change(() => api.contact.confirmPhone({ body }), t`Your phone number has been changed`)}
      refetch={null}
      leavesAtOnce
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <CodeField control={control} name="code" />
          <SendCode pending={pending} />
        </>
      )}
    </ActionDialog>
  )
}

/** Sends another code, once the server allows it; until then it shows the remaining time. */
function SendCode({ pending: { isCodeSent, resendInSeconds } }: { pending: NonNullable<Profile['pendingPhone']> }) {
  const { t } = useLingui()
  // Counted from the server's response.
  const { dataUpdatedAt } = useQuery(ownProfile)
  const secondsLeft = useCountdown(dataUpdatedAt + resendInSeconds * 1000)
  const change = useProfileCall()
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
    <ActionButton
      variant="link"
      size="inline"
      className="self-start"
      icon={RotateCw}
      send={() => change(api.contact.sendPhoneCode, t`A code has been sent`)}
      refetch={ownProfile.queryKey}
    >
      {isCodeSent ? <Trans>Send another code</Trans> : <Trans>Send the code</Trans>}
    </ActionButton>
  )
}
