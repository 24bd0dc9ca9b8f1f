import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../ui/dialog.tsx'

/** How to install the app with the browser's menu, for when the browser offers no install prompt. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`}>
        <DialogHeader>
          <DialogTitle>
            <Trans>Install the app</Trans>
          </DialogTitle>
          <DialogDescription>
            <Trans>It gets a window and an icon of its own, and opens without a network too.</Trans>
          </DialogDescription>
        </DialogHeader>
        <ul className="flex flex-col gap-3 text-sm text-pretty">
          <li>
            <strong>Chrome</strong>{' '}
            <Trans>
              Press the icon of a screen with an arrow at the right end of the address bar, or menu ⋮, Cast, save and share, Install.
            </Trans>
          </li>
          <li>
            <strong>Edge</strong> <Trans>Menu …, More tools, Apps, Install this site as an app.</Trans>
          </li>
          <li>
            <strong>Opera</strong> <Trans>Press the icon of a screen with an arrow at the right end of the address bar.</Trans>
          </li>
        </ul>
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>
            Firefox and Safari cannot talk to a detector. If nothing of this is there, the app is installed already or your browser's owner
            has switched it off.
          </Trans>
        </p>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
