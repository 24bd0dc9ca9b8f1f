import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'

type FormDialogFooterProps = {
  submitLabel: ReactNode
  isDestructive?: boolean | undefined
  isBusy: boolean
  onCancel: () => void
  /** If it is not Cancel. */
  cancelLabel?: ReactNode
}

/** The buttons of a form in a dialog. */
export function FormDialogFooter({ submitLabel, isDestructive = false, isBusy, onCancel, cancelLabel }: FormDialogFooterProps) {
  return (
    <DialogFooter>
      <Button variant="outline" onClick={onCancel}>
        {cancelLabel ?? <Trans>Cancel</Trans>}
      </Button>
      {/* May say what it will do, in more words than a line has. */}
      <Button
        type="submit"
        variant={isDestructive ? 'destructive' : 'default'}
        isBusy={isBusy}
        className="h-auto! min-h-10 shrink! py-2 text-balance whitespace-normal!"
      >
        {submitLabel}
      </Button>
    </DialogFooter>
  )
}
