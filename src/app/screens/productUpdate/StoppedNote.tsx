import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { connectDetector, connectSimulatedDetector, useDetector } from '../../device.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { updateFlow, useStoppedUpdates, useUpdateFlow } from './flow/appUpdateFlow.ts'
import type { StoppedUpdate } from './flow/stoppedUpdates.ts'

/** Updates of this person that stopped and left a detector waiting: each can be finished from here, now or at any later visit. */
export function StoppedNote() {
  return useStoppedUpdates().map((stopped) => <Stopped key={stopped.row.sequence} stopped={stopped} />)
}

function Stopped({ stopped }: { stopped: StoppedUpdate }) {
  const detector = useDetector()
  const { step } = useUpdateFlow()
  const { percent } = stopped.place
  const { productName, serialNumber, serialNumberFormatted, versionName } = stopped.row.target
  const isHere = detector.status === 'connected' && detector.identity.serialNumber === serialNumber

  return (
    <Alert role="alert" variant="warning">
      <CircleAlert aria-hidden />
      <AlertTitle>
        <Trans>Your update stopped at {percent} %: finish it now</Trans>
      </AlertTitle>
      <AlertDescription>
        <p className="text-pretty">
          <Trans>
            Your {productName} ({serialNumberFormatted}) waits in update mode for version {versionName}. It is safe, and the update can be
            started again as often as needed.
          </Trans>
        </p>
        {detector.status === 'connected' && !isHere && (
          <p className="text-pretty">
            <Trans>Another detector is connected. Disconnect it and connect this one.</Trans>
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {isHere ? (
            <Button size="sm" isBusy={step !== 'idle'} onClick={() => void updateFlow.finish(stopped)}>
              <Trans>Finish the update</Trans>
            </Button>
          ) : (
            detector.status !== 'connected' && (
              <Button size="sm" isBusy={detector.status === 'connecting'} onClick={connect}>
                <Trans>Connect this detector</Trans>
              </Button>
            )
          )}
          <Button size="sm" variant="ghost" onClick={() => void updateFlow.forget(stopped)}>
            <Trans>Do not ask again</Trans>
          </Button>
        </div>
      </AlertDescription>
    </Alert>
  )
}

function connect(): void {
  void (window.simulatedDetector === undefined ? connectDetector() : connectSimulatedDetector())
}
