import { Trans } from '@lingui/react/macro'
import { History, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import type { ShownList } from '../../kit/pages/TablePage.tsx'
import { Button } from '../../ui/button.tsx'

const GenerateDialog = lazyDialog(async () => (await import('./GenerateDialog.tsx')).GenerateDialog)
const BatchesDialog = lazyDialog(async () => (await import('./BatchesDialog.tsx')).BatchesDialog)

/** Generates codes, and downloads those of earlier batches. */
export function CodeActions({ shown: { init } }: { shown: ShownList }) {
  const [opened, setOpened] = useState<'generate' | 'batches' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpened('batches')}>
        <History aria-hidden />
        <Trans>Earlier batches</Trans>
      </Button>
      {init.allowed.create && (
        <Button size="sm" onClick={() => setOpened('generate')}>
          <Plus aria-hidden />
          <Trans>Generate codes</Trans>
        </Button>
      )}
      {opened === 'generate' && <GenerateDialog onClose={close} />}
      {opened === 'batches' && <BatchesDialog onClose={close} />}
    </>
  )
}
