import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLeaving } from '../../../kit/dialogs/useLeaving.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import type { PurchaseFormControls } from './usePurchaseForm.ts'

type PurchaseFormDialogProps = {
  title: ReactNode
  description: ReactNode
  onClose: () => void
  children: (form: PurchaseFormControls) => ReactNode
}

/** The dialog around the form of a purchase. Asks before unsaved changes are lost. */
export function PurchaseFormDialog({ title, description, onClose, children }: PurchaseFormDialogProps) {
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
