import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { Button } from '../../../ui/button.tsx'

const HoldDialog = lazyDialog(async () => (await import('./HoldDialog.tsx')).HoldDialog)

/** Beside the steps, which a withdrawn release has none of: a brake for some detectors only. */
export function HoldButton({ release }: { release: ShownRelease }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  function close() {
    setIsOpen(false)
    // Not before: the button, and with it the dialog, would be gone if somebody else has withdrawn it.
    void queryClient.invalidateQueries()
  }
  return (
    <>
      <Button variant="outline" size="sm" className="text-destructive" onClick={() => setIsOpen(true)}>
        <Trans>Hold back…</Trans>
      </Button>
      {isOpen && <HoldDialog release={release} onClose={close} />}
    </>
  )
}
