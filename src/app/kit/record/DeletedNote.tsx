import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert, AlertTitle } from '../../ui/alert.tsx'

/** Shown in place of the actions of a deleted record (the specification, section 2). */
export function DeletedNote({ children }: { children?: ReactNode }) {
  return (
    <Alert variant="warning" className="w-full">
      <Trash2 aria-hidden />
      <AlertTitle>
        <Trans>This element has been deleted.</Trans>
      </AlertTitle>
      {children}
    </Alert>
  )
}
