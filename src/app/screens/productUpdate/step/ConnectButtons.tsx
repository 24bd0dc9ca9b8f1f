import { Trans } from '@lingui/react/macro'
import { Cable, FlaskConical } from 'lucide-react'
import { useConfiguration } from '../../../api/useConfiguration.ts'
import { connectDetector, connectSimulatedDetector, reconnectDetector } from '../../../detector/device.ts'
import { Button } from '../../../ui/button.tsx'

type ConnectProps = { isBusy?: boolean; isAgain?: boolean; variant?: 'default' | 'outline' }

/** With `isAgain`, reconnects the last detector. */
export function Connect({ isBusy = false, isAgain = false, variant = 'default' }: ConnectProps) {
  return (
    <Button
      data-step-button
      size="lg"
      variant={variant}
      className="w-full sm:w-fit"
      isBusy={isBusy}
      onClick={() => void (isAgain ? reconnectDetector() : connectDetector())}
    >
      {!isBusy && <Cable aria-hidden />}
      {isBusy ? <Trans>Connecting…</Trans> : isAgain ? <Trans>Reconnect the detector</Trans> : <Trans>Connect my detector</Trans>}
    </Button>
  )
}

/** For QA and for trying the demo. */
export function Simulated() {
  const isAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  if (!isAllowed) return null
  return (
    <Button variant="ghost" size="sm" className="-ml-3 w-fit text-muted-foreground" onClick={() => void connectSimulatedDetector()}>
      <FlaskConical aria-hidden />
      <Trans>Use the simulated detector</Trans>
    </Button>
  )
}
