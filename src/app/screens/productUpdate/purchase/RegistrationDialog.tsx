import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLeaving } from '../../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import type { RegistrationFormProps } from './useRegistrationForm.ts'

type RegistrationDialogProps = {
  title: ReactNode
  description: ReactNode
  onClose: () => void
  children: (form: RegistrationFormProps) => ReactNode
}

/** The dialog around the form of a registration. Asks before unsaved changes are lost. */
export function RegistrationDialog({ title, description, onClose, children }: RegistrationDialogProps) {
  const { t } = useLingui()
  const { onChanged, leave, question } = useLeaving(onClose)
  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`}>
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription>{description}</DialogDescription>
          </DialogHeader>
          {children({ onChanged, onCancel: leave })}
        </DialogContent>
      </Dialog>
      {question}
    </>
  )
}
