import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'

/** What the link of a mail has done. */
export function Succeeded({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Alert aria-live="polite" variant="success">
      <CircleCheck aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>{children}</AlertDescription>
    </Alert>
  )
}
