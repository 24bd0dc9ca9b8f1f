import { Trans } from '@lingui/react/macro'
import { Cable, FlaskConical, Usb } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { chooseDetector, connectDetector, connectSimulatedDetector, type DetectorState, isWebHidSupported } from '../../device.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { useConfiguration } from '../../useConfiguration.ts'
import { DetectorTrouble } from './DetectorTrouble.tsx'

/** The page while no detector is connected: one thing to do, and what went wrong if it did. */
export function ConnectCard({ detector }: { detector: Exclude<DetectorState, { status: 'connected' }> }) {
  const isSimulatedAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  const isConnecting = detector.status === 'connecting'
  useSimulatedByAddress(isSimulatedAllowed)

  return (
    <Card className="py-8 sm:py-12">
      <CardContent className="mx-auto flex w-full max-w-2xl flex-col items-center gap-5 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-accent text-accent-foreground">
          <Usb aria-hidden className="size-7" />
        </span>
        <div className="flex flex-col gap-1.5">
          <h2 className="text-xl font-semibold">
            <Trans>Connect your detector</Trans>
          </h2>
          <p className="text-pretty text-muted-foreground">
            <Trans>Plug it into this computer with its USB cable. Nothing changes on it until you say so.</Trans>
          </p>
        </div>
        <DetectorTrouble detector={detector} />
        {detector.status === 'choosing' && <Choice candidates={detector.candidates} />}
        <div className="flex flex-wrap justify-center gap-3">
          {isWebHidSupported() && detector.status !== 'choosing' && (
            <Button size="lg" isBusy={isConnecting} onClick={() => void connectDetector()}>
              {!isConnecting && <Cable aria-hidden />}
              {isConnecting ? <Trans>Connecting…</Trans> : <Trans>Connect my detector</Trans>}
            </Button>
          )}
          {isSimulatedAllowed && (
            <Button variant="outline" size="lg" disabled={isConnecting} onClick={() => void connectSimulatedDetector()}>
              <FlaskConical aria-hidden />
              <Trans>Use the simulated detector</Trans>
            </Button>
          )}
        </div>
        {!isWebHidSupported() && (
          <p className="text-sm text-muted-foreground">
            <Trans>This browser cannot talk to USB devices: open this page in Chrome, Edge or Opera on a computer.</Trans>
          </p>
        )}
      </CardContent>
    </Card>
  )
}

function Choice({ candidates }: { candidates: readonly { readonly key: string; readonly label: string }[] }) {
  return (
    <fieldset className="flex w-full flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">
        <Trans>More than one detector is plugged in. Which one?</Trans>
      </legend>
      {candidates.map(({ key, label }) => (
        <Button key={key} variant="outline" onClick={() => void chooseDetector(key)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

/** `?device=simulated` connects the simulated detector by itself, once. */
function useSimulatedByAddress(isAllowed: boolean): void {
  const wasUsed = useRef(false)
  useEffect(() => {
    if (wasUsed.current || !isAllowed || new URLSearchParams(location.search).get('device') !== 'simulated') return
    wasUsed.current = true
    void connectSimulatedDetector()
  }, [isAllowed])
}
