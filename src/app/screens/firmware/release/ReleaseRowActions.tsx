import { useLingui } from '@lingui/react/macro'
import { Ban, CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { FirmwareRow } from '../../../../contract/firmware.ts'
import { mayTakeStep } from '../../../../contract/releaseStates.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { RowButton } from '../../../kit/table/RowButton.tsx'
import { cn } from '../../../ui/cn.ts'

const StepDialog = lazyDialog(async () => (await import('../steps/StepDialog.tsx')).StepDialog)

/** Halt and withdraw, from the list: what is urgent must not wait for another page. */
export function ReleaseRowActions({ row: { releaseId, versionName, state } }: { row: FirmwareRow }) {
  const { t } = useLingui()
  const mayHalt = mayTakeStep(state, 'halt')
  const [asked, setAsked] = useState<'halt' | 'withdraw' | null>(null)
  return (
    <>
      {mayHalt && <RowButton icon={CirclePause} label={t`Halt ${versionName}`} onClick={() => setAsked('halt')} />}
      {mayTakeStep(state, 'withdraw') && (
        // A phone has room for one of them: halting is urgent, and comes before withdrawing.
        <span className={cn(mayHalt && 'max-sm:hidden')}>
          <RowButton icon={Ban} label={t`Withdraw ${versionName}`} onClick={() => setAsked('withdraw')} />
        </span>
      )}
      {asked !== null && <StepDialog release={{ id: releaseId, versionName }} step={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
