import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert, AlertTitle } from '../../ui/alert.tsx'

/** In place of what could be done with a record (section 2), and what still can be. */
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
