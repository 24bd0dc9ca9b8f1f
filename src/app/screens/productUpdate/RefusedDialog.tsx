import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { CheckList } from './checks/CheckList.tsx'
import type { Check } from './checks/checks.ts'
import { ContactLink } from './ContactLink.tsx'

/** A check said no before anything was erased: why, and what to do about it. */
export function RefusedDialog({ checks, onClose }: { checks: readonly Check[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`}>
        <ShieldAlert aria-hidden className="size-9 text-warning" />
        <DialogHeader>
          <DialogTitle>
            <Trans>The update did not start</Trans>
          </DialogTitle>
          <DialogDescription className="text-base! text-pretty">
            <Trans>Nothing was changed on your detector. Put this right first, so that the update cannot be interrupted:</Trans>
          </DialogDescription>
        </DialogHeader>
        <CheckList checks={checks.filter(({ verdict }) => verdict === 'refused' || verdict === 'warned')} />
        <DialogFooter>
          <ContactLink />
          <Button onClick={onClose}>
            <Trans>Back to the update</Trans>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
