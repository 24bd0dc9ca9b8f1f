import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../../ui/alert-dialog.tsx'

type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** Names its object: "Delete firmware 5.2?" */
  title: ReactNode
  /** What happens then, and whether it can be undone. */
  description: ReactNode
  /** A verb, as on the button that led here. */
  action: ReactNode
  /** Nothing is lost by it. */
  isHarmless?: boolean
}

/** Asks before something that cannot be undone, or that is easily meant otherwise. */
export function Confirm({ isOpen, onClose, onConfirm, title, description, action, isHarmless = false }: ConfirmProps) {
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <div>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </div>
        <AlertDialogFooter>
          <AlertDialogCancel>
            <Trans>Cancel</Trans>
          </AlertDialogCancel>
          <AlertDialogAction variant={isHarmless ? 'default' : 'destructive'} onClick={onConfirm}>
            {action}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
