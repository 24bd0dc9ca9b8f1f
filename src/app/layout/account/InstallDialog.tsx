import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'

/** How to install the app with the browser's menu, for when the browser offers no install prompt. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog
      title={<Trans>Install the app</Trans>}
      description={<Trans>The app has its own window and icon, and opens even when you are offline.</Trans>}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-3 text-sm text-pretty">
        <li>
          <strong>Chrome</strong>{' '}
          <Trans>
            Click the install icon (a screen with an arrow) at the right end of the address bar, or open the ⋮ menu and choose Cast, save
            and share, then Install.
          </Trans>
        </li>
        <li>
          <strong>Edge</strong> <Trans>Open the … menu and choose More tools, Apps, then Install this site as an app.</Trans>
        </li>
        <li>
          <strong>Opera</strong> <Trans>Click the install icon (a screen with an arrow) at the right end of the address bar.</Trans>
        </li>
      </ul>
      <p className="text-sm text-pretty text-muted-foreground">
        <Trans>
          Firefox and Safari cannot talk to a detector. If you see none of these, the app is already installed, or your administrator has
          turned installation off.
        </Trans>
      </p>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </TitledDialog>
  )
}
