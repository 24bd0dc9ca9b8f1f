import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { ContactLink } from './ContactLink.tsx'
import { SaveReport } from './SaveReport.tsx'
import type { UpdateTarget } from '../../updateJournal.ts'

/** Asked when the detector has its firmware; asked again at the next visit if the page is closed first. */
export function RestartQuestion({ target, onAnswer }: { target: UpdateTarget; onAnswer: (hasRestarted: boolean) => void }) {
  const [isAnswered, setAnswered] = useState(false)
  function answer(hasRestarted: boolean): void {
    setAnswered(true)
    onAnswer(hasRestarted)
  }
  return (
    <Dialog open>
      <DialogContent>
        <CircleHelp aria-hidden className="size-9 text-primary" />
        <DialogHeader>
          <DialogTitle>
            <Trans>Did your detector restart?</Trans>
          </DialogTitle>
          <DialogDescription className="text-base! text-pretty">
            <Trans>
              Version {target.versionName} has been written to your {target.productName}. It should now switch on by itself, or when you
              press its power key.
            </Trans>
          </DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button variant="outline" disabled={isAnswered} onClick={() => answer(false)}>
            <Trans>No</Trans>
          </Button>
          <Button disabled={isAnswered} onClick={() => answer(true)}>
            <Trans>Yes, it restarted</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

export function RestartedDialog({ target, onClose }: { target: UpdateTarget; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`}>
        <CircleCheck aria-hidden className="size-9 text-success" />
        <DialogHeader>
          <DialogTitle>
            <Trans>Your detector is up to date</Trans>
          </DialogTitle>
          <DialogDescription className="text-base! text-pretty">
            <Trans>
              Your {target.productName} now runs version {target.versionName}. You can unplug it.
            </Trans>
          </DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

export function NotRestartedDialog({ target, onClose }: { target: UpdateTarget; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`}>
        <TriangleAlert aria-hidden className="size-9 text-destructive" />
        <DialogHeader>
          <DialogTitle>
            <Trans>Your detector did not restart</Trans>
          </DialogTitle>
          <DialogDescription className="text-base! text-pretty">
            <Trans>
              Unplug your {target.productName}, wait ten seconds and switch it on. If it stays dark, connect it again and install the
              firmware once more: its update mode always answers. If that does not help, please contact our support.
            </Trans>
          </DialogDescription>
        </DialogHeader>
        <SaveReport target={target} />
        <DialogFooter>
          <ContactLink />
          <Button onClick={onClose}>
            <Trans>Connect it again</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
