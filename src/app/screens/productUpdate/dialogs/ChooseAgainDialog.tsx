import { Trans } from '@lingui/react/macro'
import { Cable } from 'lucide-react'
import { AppError } from '../../../../errors.ts'
import { chooseDetectorAgain, useDetector } from '../../../detector/device.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Button } from '../../../ui/button.tsx'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { OutcomeDialog } from './OutcomeDialog.tsx'

/** The detector has left as its update began. It goes on by itself once the detector is connected again. */
export function ChooseAgainDialog() {
  const errorText = useErrorText()
  const detector = useDetector()
  const isConnecting = detector.status === 'connecting'
  return (
    <OutcomeDialog
      icon={Cable}
      iconClass="text-primary"
      title={<Trans>Choose your detector once more</Trans>}
      description={
        <Trans>
          It has left the computer to begin the update, and comes back as a new device, which this page may use once you have chosen it.
          Nothing has been erased.
        </Trans>
      }
      footer={
        <>
          <Button variant="outline" onClick={updateFlow.giveUp}>
            <Trans>Do not update</Trans>
          </Button>
          <Button isBusy={isConnecting} onClick={() => void chooseDetectorAgain()}>
            {isConnecting ? <Trans>Connecting…</Trans> : <Trans>Choose the detector</Trans>}
          </Button>
        </>
      }
    >
      {detector.status === 'failed' && <p className="font-medium text-pretty">{errorText(new AppError(detector.cause))}</p>}
    </OutcomeDialog>
  )
}
