import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '../../ui/alert-dialog.tsx'

type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** Names the object: "Delete firmware 5.2?" */
  title: ReactNode
  /** The consequence, and whether it can be undone. */
  description: ReactNode
  /** A verb, the same as on the button that opened the dialog. Without it there is nothing to confirm, only to read. */
  action?: ReactNode
  /** Nothing is lost. */
  isHarmless?: boolean
}

/** Asks for confirmation of something that cannot be undone or is easily misunderstood. */
export function Confirm({ isOpen, onClose, onConfirm, title, description, action, isHarmless = false }: ConfirmProps) {
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{action === undefined ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}</AlertDialogCancel>
          {action !== undefined && (
            <AlertDialogAction variant={isHarmless ? 'default' : 'destructive'} onClick={onConfirm}>
              {action}
            </AlertDialogAction>
          )}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
