import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { TutorialButtons } from './TutorialButtons.tsx'
import { TutorialTabs } from './TutorialTabs.tsx'
import type { TutorialPaging } from './tutorialPaging.ts'
import { useTutorial } from './useTutorial.ts'

type TutorialDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Called after the dialog has closed, to focus the button that opened it. */
  onClosed: () => void
  /** Where it opens; at the first step by default. */
  start: TutorialPaging | undefined
  /** Opens the browser's device chooser. */
  onRequestDevices: () => void
  siteUrl: string
}

/**
 * The three tutorials. The last Next resets all of them; Skip, Escape and the close button keep the current page. Escape and the close button
 * do not open the device chooser.
 */
export function TutorialDialog({ isOpen, start, onClose, onClosed, onRequestDevices, siteUrl }: TutorialDialogProps) {
  const { t } = useLingui()
  const tutorial = useTutorial(() => {
    onRequestDevices()
    onClose()
  }, start)
  return (
    <Dialog open={isOpen} onOpenChange={onClose}>
      <DialogContent
        closeLabel={t`Close`}
        width="sm:max-w-xl"
        onKeyDown={tutorial.turnByKey}
        onOpenAutoFocus={focusWhole}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
        onInteractOutside={prevent}
      >
        <DialogHeader>
          <DialogTitle>
            <Trans>How to connect your detector</Trans>
          </DialogTitle>
          <DialogDescription className="text-pretty [@media(max-height:44rem)]:sr-only">
            <Trans>Choose your device, then follow the steps. You can go back at any time.</Trans>
          </DialogDescription>
        </DialogHeader>
        <TutorialTabs tutorial={tutorial} siteUrl={siteUrl} />
        <div className="sticky -bottom-6 -mb-6 flex items-center gap-2 bg-popover pb-6">
          <TutorialButtons tutorial={tutorial} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Focuses the dialog itself, so that its title and description are read first. Tab moves to the tabs; the arrow keys turn pages. */
function focusWhole(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** A click outside is usually a mistake. */
function prevent(event: Event): void {
  event.preventDefault()
}
