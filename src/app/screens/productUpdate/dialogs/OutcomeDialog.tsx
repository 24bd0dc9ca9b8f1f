import { useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'

import { focusNextStep } from '../step/useFollowedFocus.ts'

type OutcomeDialogProps = {
  icon: LucideIcon
  iconClass: string
  title: ReactNode
  description: ReactNode
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void
  /** Shown below the description. */
  children?: ReactNode
  /** The buttons. */
  footer: ReactNode
}

/** The result of an update and what to do next. */
export function OutcomeDialog({ icon: Icon, iconClass, title, description, onClose, children, footer }: OutcomeDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <DialogContent
        closeLabel={onClose && t`Close`}
        onOpenAutoFocus={(event) => {
          // A question that must be answered proposes no answer: Enter pressed by chance would give it.
          if (onClose !== undefined || !(event.currentTarget instanceof HTMLElement)) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          focusNextStep()
        }}
      >
        <Icon aria-hidden className={`size-9 ${iconClass}`} />
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="text-base! text-pretty">{description}</DialogDescription>
        </DialogHeader>
        {children}
        <DialogFooter>{footer}</DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
