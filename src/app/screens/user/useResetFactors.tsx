import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../../../contract/endpoint.ts'
import { secondFactor } from '../../../contract/secondFactor.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ActionDialog } from '../../kit/form/ActionDialog.tsx'
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

function ResetDialog({ user: { id, tostring: name, role }, onClose }: { user: ShownUser; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ActionDialog
      title={t`Reset the second factors of ${name}?`}
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
      schema={reset.request}
      defaultValues={{ userId: String(id), reason: '' }}
      action={t`Reset`}
      isDestructive
      send={async ({ reason }) => {
        await api.secondFactor.reset({ body: { userId: id, reason } })
        return t`Second factors reset`
      }}
      // Somebody else has reset them, or deleted the account.
      isOver={({ code }) => code === 'resource.not.found'}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="reason"
          label={t`Reason`}
          help={t`Both of you get it by email, and it is kept in the history.`}
          autoComplete="off"
        />
      )}
    </ActionDialog>
  )
}
