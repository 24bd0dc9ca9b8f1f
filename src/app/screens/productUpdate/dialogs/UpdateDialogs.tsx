import { CatchBoundary } from '@tanstack/react-router'
import { updateFlow, useUpdateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { ChooseAgainDialog } from './ChooseAgainDialog.tsx'
import { FailedDialog } from './FailedDialog.tsx'
import { PlainUpdate } from './PlainUpdate.tsx'
import { ProgressDialog } from './ProgressDialog.tsx'
import { RefusedDialog } from './RefusedDialog.tsx'
import { NotRestartedDialog, RestartedDialog, RestartQuestion } from './RestartDialogs.tsx'

/** The dialog for the current step of the update flow; nothing while idle. One that breaks is replaced by its words until the next step. */
export function UpdateDialogs() {
  const { step } = useUpdateFlow()
  return (
    <CatchBoundary getResetKey={() => step} errorComponent={PlainUpdate}>
      <StepDialog />
    </CatchBoundary>
  )
}

function StepDialog() {
  const flow = useUpdateFlow()
  switch (flow.step) {
    case 'idle':
      return null
    case 'downloading':
    case 'checking':
    case 'openingRecord':
    case 'updating':
    case 'ending':
      return <ProgressDialog flow={flow} />
    case 'jumped':
      return <ChooseAgainDialog />
    case 'refused':
      return <RefusedDialog checks={flow.checks} onClose={updateFlow.close} />
    case 'asking':
      return <RestartQuestion target={flow.target} onAnswer={(hasRestarted) => void updateFlow.answerRestart(hasRestarted)} />
    case 'restarted':
      return <RestartedDialog target={flow.target} onClose={updateFlow.close} />
    case 'notRestarted':
      return <NotRestartedDialog target={flow.target} onClose={updateFlow.close} />
    case 'failed':
      return <FailedDialog failure={flow.failure} recording={flow.recording} onClose={updateFlow.close} />
  }
}
