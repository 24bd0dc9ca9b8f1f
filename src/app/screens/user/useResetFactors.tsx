import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { mayCall } from '../../../contract/endpoint.ts'
import { secondFactor } from '../../../contract/secondFactor.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import type { OfferedAction } from '../../kit/pages/RecordActions.tsx'
import { roleOf, useSession } from '../../session/session.ts'

const { reset } = secondFactor

/** For somebody who has lost all of their second factors. */
export function useResetFactors(user: ShownUser): { action: OfferedAction | null; dialog: ReactNode } {
  const { t } = useLingui()
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const isOther = session !== null && session.id !== user.id
  const mayReset = user.secondFactors > 0 && user.mayEdit && isOther && mayCall(reset, roleOf(session))
  return {
    action: mayReset ? { key: 'resetFactors', label: t`Reset second factors`, icon: ShieldOff, run: () => setIsOpen(true) } : null,
    dialog: mayReset && isOpen && <ResetDialog user={user} onClose={() => setIsOpen(false)} />,
  }
}

type ResetDialogProps = { user: ShownUser; onClose: () => void }

function ResetDialog({ user, onClose }: ResetDialogProps) {
  const { tostring: name, role } = user
  return (
    <FormDialog
      title={<Trans>Reset the second factors of {name}?</Trans>}
      description={
        <>
          <Trans>First make sure that it is {name} who asks for it.</Trans>{' '}
          <Trans>They are signed out everywhere, and their recovery codes no longer work.</Trans>{' '}
          {role === 'ROLE_CUSTOMER' ? (
            <Trans>Until they add a new second factor, they sign in without one.</Trans>
          ) : (
            <Trans>They add a new second factor at their next sign-in.</Trans>
          )}
        </>
      }
      onClose={onClose}
    >
      {(controls) => <ResetForm user={user} onClose={onClose} {...controls} />}
    </FormDialog>
  )
}

function ResetForm({ user: { id }, onClose, onChanged, onCancel }: ResetDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: reset.request,
    defaultValues: { userId: String(id), reason: '' },
    onChanged,
    async send({ reason }) {
      try {
        await api.secondFactor.reset({ body: { userId: id, reason } })
        toast.success(t`Second factors reset`)
      } catch (error) {
        // Somebody else has reset them, or deleted the account.
        if (asAppError(error).code !== 'resource.not.found') throw error
        toastRefusal(error)
      } finally {
        void queryClient.invalidateQueries()
      }
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <TextField
        control={control}
        name="reason"
        label={t`Reason`}
        help={t`Both of you get it by email, and it is kept in the history.`}
        autoComplete="off"
      />
      <FormDialogFooter submitLabel={<Trans>Reset</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
