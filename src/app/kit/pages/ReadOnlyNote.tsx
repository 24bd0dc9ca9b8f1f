import { Trans } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useImpersonation } from '../../session/impersonation.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'

/** Says, while an administrator views the portal as a customer, why buttons are missing on this screen. */
export function ReadOnlyNote({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const name = useImpersonation()?.customer.tostring
  if (name === undefined) return null
  return (
    <Alert>
      <Eye aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <p>{children ?? <Trans>This is what {name} sees here. Only they can change it.</Trans>}</p>
      </AlertDescription>
    </Alert>
  )
}
