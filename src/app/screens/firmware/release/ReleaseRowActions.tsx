import { useLingui } from '@lingui/react/macro'
import { Ban, CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { FirmwareRow } from '../../../../contract/firmware.ts'
import { mayTakeStep } from '../../../../contract/releaseStates.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { RowButton } from '../../../kit/table/RowButton.tsx'

const StepDialog = lazyDialog(async () => (await import('./StepDialog.tsx')).StepDialog)

/** Halt and withdraw, from the list: what is urgent must not wait for another page. */
export function ReleaseRowActions({ row: { releaseId, versionName, state } }: { row: FirmwareRow }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'halt' | 'withdraw' | null>(null)
  return (
    <>
      {mayTakeStep(state, 'halt') && <RowButton icon={CirclePause} label={t`Halt ${versionName}`} onClick={() => setAsked('halt')} />}
      {mayTakeStep(state, 'withdraw') && <RowButton icon={Ban} label={t`Withdraw ${versionName}`} onClick={() => setAsked('withdraw')} />}
      {asked !== null && <StepDialog release={{ id: releaseId, versionName }} step={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
