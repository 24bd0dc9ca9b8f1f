import { Trans } from '@lingui/react/macro'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { Button } from '../../ui/button.tsx'

const PasteTestersDialog = lazyDialog(async () => (await import('./PasteTestersDialog.tsx')).PasteTestersDialog)

type PasteTestersProps = {
  group: { readonly id: number; readonly tostring: string }
  /** Why it cannot be done now. */
  obstacle?: string | undefined
  /** Once the group has been read again. */
  onAdded?: (() => void) | undefined
}

/** Adds many testers to a group by their addresses. */
export function PasteTesters({ group, obstacle, onAdded }: PasteTestersProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {obstacle !== undefined && <p className="text-sm text-muted-foreground">{obstacle}</p>}
      <Button variant="outline" size="sm" disabled={obstacle !== undefined} onClick={() => setIsOpen(true)}>
        <ClipboardPaste aria-hidden />
        <Trans>Paste addresses</Trans>
      </Button>
      {isOpen && <PasteTestersDialog group={group} onAdded={onAdded} onClose={() => setIsOpen(false)} />}
    </>
  )
}
