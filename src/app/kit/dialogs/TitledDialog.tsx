import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'

export type TitledDialogProps = {
  title: ReactNode
  description: ReactNode
  width?: ComponentProps<typeof DialogContent>['width']
  onClose: () => void
  children: ReactNode
}

/** An open dialog, with a button to close it. */
export function TitledDialog({ title, description, width, onClose, children }: TitledDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`} width={width}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}
