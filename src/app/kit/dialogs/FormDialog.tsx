import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { useLeaving } from './useLeaving.tsx'

/** What the dialog gives to its form. `onChanged` is for `useContractForm`. */
export type FormDialogControls = { onChanged: (isChanged: boolean) => void; onCancel: () => void }

type FormDialogProps = {
  title: ReactNode
  description: ReactNode
  width?: ComponentProps<typeof DialogContent>['width']
  onClose: () => void
  children: (form: FormDialogControls) => ReactNode
}

/** A dialog around a form. Asks before unsaved changes are lost. */
export function FormDialog({ title, description, width, onClose, children }: FormDialogProps) {
  const { t } = useLingui()
  const { onChanged, leave, question } = useLeaving(onClose)
  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent closeLabel={t`Close`} width={width}>
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
